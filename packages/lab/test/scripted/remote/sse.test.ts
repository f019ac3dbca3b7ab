import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linesOf } from '../../../src/index.js'
import { nextPiece, openSse, readerOf, request, type HttpClient } from '../../http-client.js'
import { freshFolder } from '../../../src/vitest.js'

async function openStream(client: HttpClient) {
  const stream = readerOf(await client.fetch('GET'))
  const [, endpoint = ''] = /^event: endpoint\ndata: (.*)\n\n$/.exec(await nextPiece(stream)) ?? []
  const post = async (message: unknown): Promise<number> => {
    const { status } = await fetch(new URL(endpoint, client.url), { method: 'POST', body: JSON.stringify(message) })
    return status
  }
  return { stream, post }
}

it('names an endpoint, and answers on the stream', async () => {
  const { stream, post } = await openStream(await openSse())
  expect(await post(request('initialize'))).toBe(202)
  expect(await nextPiece(stream)).toMatch(/^event: message\ndata: .*"serverInfo".*\n\n$/)
  expect(await post(request('tools/call'))).toBe(202)
  expect(await nextPiece(stream)).toContain('"content"')
  await stream.cancel()
})

it('refuses what comes before the handshake, and notes it', async () => {
  const book = join(freshFolder(), 'requests')
  const { stream, post } = await openStream(await openSse({ switches: ['--requests', book] }))
  expect(await post(request('tools/call'))).toBe(202)
  expect(await nextPiece(stream)).toContain('before initialization was complete')
  expect(linesOf(book)).toEqual(['refused tools/call'])
  await stream.cancel()
})

it('knows a session no longer than its stream', async () => {
  const client = await openSse({ switches: ['--exit-on-call'] })
  const { stream, post } = await openStream(client)
  await post(request('initialize'))
  await nextPiece(stream)
  await post(request('tools/call')).catch(() => 0) // Its own connection may be among the broken ones.
  await expect(stream.read()).rejects.toThrow('terminated')
  expect(await post(request('ping'))).toBe(404)
})
