import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually, linesOf } from '../../../src/index.js'
import { connectHttp } from '../../connect.js'
import { handshake, nextPiece, openHttp, readerOf, request } from '../../http-client.js'
import { freshFolder } from '../../../src/vitest.js'

it('serves a session of the older revisions to the SDK', async () => {
  const { url } = await openHttp()
  const client = await connectHttp(url)
  expect([client.getProtocolEra(), await client.listTools()]).toMatchObject(['legacy', { tools: [{ name: 'echo' }] }])
  expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({ content: [{ text: '{"a":1}' }] })
})

it('serves revision 2026-07-28 to the SDK, without sessions', async () => {
  const { url } = await openHttp({ switches: ['--modern'] })
  const client = await connectHttp(url)
  expect([client.getProtocolEra(), await client.listTools()]).toMatchObject(['modern', { tools: [{ name: 'echo' }] }])
})

it('wants a session id, and one that it knows', async () => {
  const client = await openHttp()
  expect(await client.post(request('tools/list'))).toMatchObject({
    status: 400,
    body: expect.stringContaining('No valid session ID'),
  })
  expect(await client.post(request('tools/list'), { 'mcp-session-id': 'other' })).toMatchObject({ status: 404 })
  expect(await client.post(request('tools/list'), await handshake(client))).toMatchObject({
    status: 200,
    type: 'application/json',
  })
})

it('ends a session when asked to', async () => {
  const book = join(freshFolder(), 'requests')
  const client = await openHttp({ switches: ['--requests', book] })
  const session = await handshake(client)
  expect((await client.fetch('DELETE', session)).status).toBe(200)
  expect((await client.post(request('tools/list'), session)).status).toBe(404)
  expect(linesOf(book)).toEqual(['initialize', 'DELETE'])
})

it('answers a call with a stream, and announces changes on another', async () => {
  const client = await openHttp({ switches: ['--change-on-call'] })
  const session = await handshake(client)
  const notifications = readerOf(await client.fetch('GET', session))
  const { type, body } = await client.post(request('tools/call'), session)
  expect([type, body]).toEqual(['text/event-stream', expect.stringMatching(/^event: message\ndata: .*"id":1.*\n\n$/)])
  expect(await nextPiece(notifications)).toContain('notifications/tools/list_changed')
  await notifications.cancel()
})

it('notices that a call was let go of', async () => {
  const book = join(freshFolder(), 'requests')
  const client = await openHttp({ switches: ['--hang-call', '--requests', book] })
  const session = await handshake(client)
  const caller = new AbortController()
  const body = JSON.stringify(request('tools/call'))
  await fetch(client.url, { method: 'POST', headers: session, body, signal: caller.signal })
  caller.abort()
  await eventually('the cancellation', () => linesOf(book).includes('cancelled tools/call'))
})

it('has no streams to open in revision 2026-07-28', async () => {
  const client = await openHttp({ switches: ['--modern'] })
  expect((await client.fetch('GET')).status).toBe(405)
})

it('breaks what it cannot read', async () => {
  const { url } = await openHttp()
  await expect(fetch(url, { method: 'POST', body: '{"jsonrpc":' })).rejects.toThrow('fetch failed')
})

it('forgets everything when a call makes it end', async () => {
  const client = await openHttp({ switches: ['--exit-on-call'] })
  const session = await handshake(client)
  await expect(client.post(request('tools/call'), session)).rejects.toThrow(/terminated|fetch failed/)
  expect((await client.post(request('tools/list'), session)).status).toBe(404)
})
