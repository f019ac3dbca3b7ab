import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'

import { connectMcpServer, type McpServer } from '@harness-mcp/client'
import { labServer, linesOf, scripted } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { expect, it, onTestFinished } from 'vitest'

import { check } from '../../src/health/check.js'

const { signal } = new AbortController()

async function connected(place: { command: string; args: string[] }): Promise<McpServer> {
  const server = await connectMcpServer({
    serverName: 's',
    transport: 'stdio',
    reconnect: { enabled: false },
    ...place,
  })
  onTestFinished(() => server.close())
  return server
}

it.each([
  ['of the older revisions', labServer('legacy-stdio')],
  ['of revision 2026-07-28', labServer('modern-stdio')],
  ['that does not know ping', scripted('--script', '{"ping":{"error":{"code":-32601,"message":"Method not found"}}}')],
])('is answered by a server %s', async (_what, place) => {
  const ended = await check(await connected(place), 30_000, signal)
  expect(ended).toEqual({ kind: 'answered', at: expect.any(Number), latencyMs: expect.any(Number) })
})

it('fails when no answer comes in time, and says so', async () => {
  const server = await connected(scripted('--script', '{"ping":"silent"}'))
  expect(await check(server, 50, signal)).toMatchObject({
    kind: 'failed',
    reason: 'no answer within 50 ms (timeoutMs)',
  })
})

it('fails when the server dies of it, and says why without its name', async () => {
  const server = await connected(scripted('--script', '{"ping":"exit"}'))
  expect(await check(server, 30_000, signal)).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/^the connection closed/),
  })
})

it('ends with its signal, and leaves no listener on it', async () => {
  const server = await connected(scripted('--script', '{"ping":"silent"}'))
  const abort = new AbortController()
  const ended = check(server, 30_000, abort.signal)
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1)
  abort.abort()
  expect(await ended).toMatchObject({ kind: 'failed' })
  const other = new AbortController()
  await check(server, 10, other.signal)
  expect(getEventListeners(other.signal, 'abort')).toEqual([])
})

it('counts an answer that came while the host itself stood still', async () => {
  const requests = freshFile()
  const server = await connected(scripted('--requests', requests))
  const ended = check(server, 100, signal)
  await turn()
  standStill(1_000)
  expect(await ended).toMatchObject({ kind: 'answered' })
  expect(linesOf(requests)).toContain('ping')
})

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
