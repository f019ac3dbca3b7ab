import { join } from 'node:path'

import {
  eventually,
  type HttpOptions,
  labServer,
  linesOf,
  scripted,
  startLegacyHttp,
  startModernHttp,
  startScriptedHttp,
  startScriptedSse,
} from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { connectMcpServer, type McpServer } from '../../src/index.js'
import { failureOf } from '../support/failure.js'
import { connect, event, reaches } from '../support/servers.js'

const ASKED = ['ping', 'server/discover']

/** The methods of all signs of life that were asked for while `work` ran. */
async function asked(file: string, work: () => Promise<unknown>): Promise<string[]> {
  const before = linesOf(file).length
  await work()
  return linesOf(file)
    .slice(before)
    .filter((method) => ASKED.includes(method))
}

async function closing<T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> {
  const running = await server
  onTestFinished(() => running.close())
  return running
}

function twice(server: McpServer): () => Promise<unknown> {
  return async () => [await server.ping(), await server.ping()]
}

describe('a ping', () => {
  it('resolves to the time until the answer, on both lines of the SDK, over stdio and HTTP', async () => {
    const [legacy, modern] = [await closing(startLegacyHttp()), await closing(startModernHttp())]
    const stateless = await closing(startLegacyHttp({ stateless: true }))
    const places = [labServer('legacy-stdio'), labServer('modern-stdio'), legacy, modern, stateless]
    for (const [index, place] of places.entries()) {
      const settings = { serverName: `s${index}` }
      const server = await connect('url' in place ? { url: place.url } : place, settings)
      expect(await server.ping()).toBeGreaterThan(0)
    }
  })

  it.each([
    ['is ping on older revisions', [], 'ping'],
    ['is server/discover on revision 2026-07-28', ['--modern'], 'server/discover'],
  ])('%s, each time on the wire', async (_, switches, method) => {
    const [stdio, http] = [join(freshFolder(), 'requests'), join(freshFolder(), 'requests')]
    const process = await connect(scripted('--requests', stdio, ...switches))
    expect(await asked(stdio, twice(process))).toEqual([method, method])
    const running = await closing(startScriptedHttp({ switches: ['--requests', http, ...switches] }))
    const remote = await connect({ url: running.url }, { serverName: 'remote' })
    expect(await asked(http, twice(remote))).toEqual([method, method])
  })

  it('is answered over HTTP+SSE too', async () => {
    const { url } = await closing(startScriptedSse())
    const server = await closing(connectMcpServer({ serverName: 's', transport: 'sse', url }))
    expect(await server.ping()).toBeGreaterThan(0)
  })

  it.each([
    ['an error', { error: { code: -32_601, message: 'Method not found' } }],
    ['something that is no result of a ping', { result: { pong: true } }],
  ])('that is answered with %s is a sign of life', async (_, ping) => {
    const server = await connect(scripted('--script', JSON.stringify({ ping })))
    expect(await server.ping()).toBeGreaterThan(0)
    expect(server.snapshot()).toMatchObject({ state: 'ready' })
  })

  it('ends with its signal, which the server is told, or after toolCallTimeoutMs, and the connection stays', async () => {
    const cancelled = join(freshFolder(), 'cancelled')
    const place = scripted('--script', '{"ping":"silent"}', '--cancel-log', cancelled)
    const server = await connect(place, { toolCallTimeoutMs: 200 })
    const abort = new AbortController()
    const ping = failureOf(server.ping({ signal: abort.signal }))
    abort.abort(new Error('enough'))
    expect(await ping).toMatchObject({ code: 'aborted', message: 's: the ping was cancelled' })
    await eventually('the cancellation', () => linesOf(cancelled).length === 1)
    expect(await failureOf(server.ping())).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/^s: the ping timed out/),
    })
    expect(server.snapshot()).toMatchObject({ state: 'ready' })
  })

  it('is refused while there is no connection', async () => {
    const server = await connect(scripted('--script', '{"ping":"exit"}'), { reconnect: { enabled: false } })
    expect(await failureOf(server.ping())).toMatchObject({ code: 'unreachable' })
    await reaches(server, 'failed')
    expect(await failureOf(server.ping())).toMatchObject({ code: 'not-connected' })
    await server.close()
    expect(await failureOf(server.ping())).toMatchObject({
      code: 'not-connected',
      message: 's: not connected (closed)',
    })
  })

  it('whose server cannot be reached any more ends the connection, like a call', async () => {
    const running = await startLegacyHttp()
    const server = await connect({ url: running.url }, { reconnect: { enabled: false } })
    await running.close()
    expect(await failureOf(server.ping())).toMatchObject({ server: 's' })
    await reaches(server, 'failed')
  })

  it('does not restore the budget of sessions that are good for nothing else', async () => {
    const pinged = new Set<string | null>()
    const http: HttpOptions = {
      intercept: async (request) => {
        if (request.method !== 'POST') return undefined
        const { method } = Object(await request.clone().json())
        const session = request.headers.get('mcp-session-id')
        if (method !== 'ping') return undefined
        if (pinged.has(session)) return new Response('gone', { status: 404 })
        pinged.add(session)
        return undefined
      },
    }
    const running = await closing(startLegacyHttp(http))
    const server = await connect({ url: running.url }, { reconnect: { initialDelayMs: 60_000, maxDelayMs: 60_000 } })
    const seen: string[] = []
    server.subscribe((each) => each.type === 'state' && seen.push(each.snapshot.state))
    for (const next of ['ready', 'backoff']) {
      expect(await server.ping()).toBeGreaterThan(0)
      const reached = event(server, (each) => each.type === 'state' && each.snapshot.state === next)
      expect(await failureOf(server.ping())).toMatchObject({ code: 'session-expired' })
      await reached
    }
    expect(seen).toEqual(['connecting', 'ready', 'backoff'])
  })
})
