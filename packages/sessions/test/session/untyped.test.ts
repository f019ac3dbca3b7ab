import { labServer } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { sessionOf } from '../support/sessions.js'

// What a program without types may hand over.

/** What has every type. */
const NULL = JSON.parse('null')

it.each(['without', 'with'])('options that are null are none, %s a permission', async (which) => {
  const session = await sessionOf(
    { lab: labServer('modern-stdio') },
    { permission: which === 'with' ? () => ({ kind: 'allow' }) : undefined },
  )
  expect(await session.call('mcp__lab__add', { a: 1, b: 2 }, NULL)).toMatchObject({ isError: false })
  expect(await session.call('list_mcp_resources', { server: 'lab' }, NULL)).toMatchObject({ isError: false })
  expect(await session.call('no_such_tool', {}, NULL)).toMatchObject({ code: 'unknown-tool' })
  expect(await session.resource('lab', { method: 'resources/list' }, NULL)).toHaveProperty('resources')
})

it('arguments that are a function are not sent, and the outcome says why', async () => {
  const session = await sessionOf({ lab: labServer('modern-stdio') })
  expect(await session.call('mcp__lab__echo', () => {})).toMatchObject({
    code: 'protocol',
    content: [{ type: 'text', text: 'lab: the arguments are not JSON: a function' }],
  })
})
