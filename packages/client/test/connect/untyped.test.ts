import { labServer, scripted } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { connect } from '../support/servers.js'

// What a program without types may hand over.

/** What has every type. */
const NULL = JSON.parse('null')

it('options that are null are none, for a call, a request, a ping and an authorization', async () => {
  const server = await connect(labServer('modern-stdio'))
  expect(await server.call('mcp__s__add', { a: 1, b: 2 }, NULL)).toMatchObject({ isError: false })
  expect(await server.resource({ method: 'resources/list' }, NULL)).toHaveProperty('resources')
  expect(await server.ping(NULL)).toBeGreaterThan(0)
  await expect(server.authorize(NULL)).rejects.toMatchObject({ code: 'invalid-config' })
})

it.each([
  ['a function', (): void => {}, 's: the arguments are not JSON: a function'],
  ['a symbol', Symbol('x'), 's: the arguments are not JSON: a symbol'],
])('arguments that are %s are not sent, and the outcome says why', async (_, args, message) => {
  const server = await connect(scripted())
  expect(await server.call('mcp__s__echo', args)).toMatchObject({
    isError: true,
    code: 'protocol',
    content: [{ type: 'text', text: message }],
  })
})
