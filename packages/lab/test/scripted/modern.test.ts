import { expect, it } from 'vitest'
import { scripted } from '../../src/index.js'
import { connectStdio } from '../connect.js'
import { jsonFile } from '../../src/vitest.js'

it('speaks 2026-07-28 with the official client', async () => {
  const client = await connectStdio(scripted('--modern', '--instructions', 'Be brief.'))
  expect([client.getNegotiatedProtocolVersion(), client.getInstructions()]).toEqual(['2026-07-28', 'Be brief.'])
  expect(await client.listTools()).toMatchObject({ tools: [{ name: 'echo' }] })
  expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({ content: [{ text: '{"a":1}' }] })
  expect(await client.readResource({ uri: 'scripted://note' })).toMatchObject({
    contents: [{ text: 'A scripted note.' }],
  })
})

it('sends its storm on the subscription', async () => {
  const client = await connectStdio(scripted('--modern', '--storm', '2'))
  const two = new Promise<void>((resolve) => {
    let seen = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      seen += 1
      if (seen === 2) resolve()
    })
  })
  const { honoredFilter } = await client.listen({ toolsListChanged: true })
  await two
  expect(honoredFilter).toEqual({ toolsListChanged: true })
})

it('refuses the handshake of a legacy client', async () => {
  await expect(connectStdio(scripted('--modern'), 'legacy')).rejects.toMatchObject({
    code: -32022,
    data: { supported: ['2026-07-28'], requested: '2025-11-25' },
  })
})

it('keeps what a raw result says about itself', async () => {
  const result = jsonFile({ resultType: 'strange', content: [] })
  const client = await connectStdio(scripted('--modern', '--result', result))
  await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({ code: 'UNSUPPORTED_RESULT_TYPE' })
})
