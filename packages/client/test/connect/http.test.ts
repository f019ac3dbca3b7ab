import type { ServerResponse } from 'node:http'

import { type HttpOptions, startLegacyHttp, startModernHttp } from '@harness-mcp/lab'
import { describe, expect, it, onTestFinished } from 'vitest'

import { connectMcpServer, type McpServer } from '../../src/index.js'
import { serveHttp } from '../support/http.js'
import { connect, reaches } from '../support/servers.js'

/** Answers the first request of a method in place of the server; counts all of them. */
function instead(method: string, answer: (id: unknown) => Response): HttpOptions & { readonly seen: string[] } {
  const seen: string[] = []
  return {
    seen,
    intercept: async (request) => {
      if (request.method !== 'POST') return undefined
      const message = Object(await request.clone().json())
      if (message.method !== method) return undefined
      seen.push(method)
      return seen.length === 1 ? answer(message.id) : undefined
    },
  }
}

function states(server: McpServer): string[] {
  const seen: string[] = []
  server.subscribe((event) => event.type === 'state' && seen.push(event.snapshot.state))
  return seen
}

const refused = (status: number, text: string) => (): Response => new Response(text, { status })

describe('an expired session', () => {
  it.each([
    ['404', refused(404, 'Session not found')],
    ['400 and a sentence', refused(400, 'Bad Request: No valid session ID provided')],
  ])('that is answered with %s is opened anew, and the call is sent once more', async (_, answer) => {
    const http = instead('tools/call', answer)
    const running = await startLegacyHttp(http)
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    const seen = states(server)
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ value: { structuredContent: { sum: 3 } } })
    expect(seen).toEqual(['connecting', 'ready'])
    expect(http.seen).toHaveLength(2)
  })

  it('of many calls at once is opened anew once', async () => {
    const running = await startLegacyHttp({})
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    await running.forgetSessions()
    const calls = Array.from({ length: 20 }, (_, b) => server.call('mcp__s__add', { a: 1, b }))
    const outcomes = await Promise.all(calls)
    expect(outcomes.map(({ value }) => value?.structuredContent)).toEqual(calls.map((_, b) => ({ sum: 1 + b })))
    expect(running.sessions()).toHaveLength(1)
  })

  it('is opened anew as often as sessions end that were good for a call', async () => {
    const used = new Set<string | null>()
    const http: HttpOptions = {
      intercept: async (request) => {
        if (request.method !== 'POST') return undefined
        const { method } = Object(await request.clone().json())
        if (method !== 'tools/call') return undefined
        const session = request.headers.get('mcp-session-id')
        if (used.has(session)) return new Response('gone', { status: 404 })
        used.add(session)
        return undefined
      },
    }
    const running = await startLegacyHttp(http)
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url }, { reconnect: { maxAttempts: 1 } })
    const seen = states(server)
    for (let a = 0; a < 5; a++) {
      expect(await server.call('mcp__s__add', { a, b: 1 })).toMatchObject({
        value: { structuredContent: { sum: a + 1 } },
      })
    }
    expect(seen).toEqual(Array.from({ length: 4 }, () => ['connecting', 'ready']).flat())
    expect(used.size).toBe(5)
  })

  it('of a server that refuses again is not asked for ever', async () => {
    const http: HttpOptions = {
      intercept: async (request) => {
        if (request.method !== 'POST') return undefined
        const { method } = Object(await request.clone().json())
        return method === 'tools/call' ? new Response('gone', { status: 404 }) : undefined
      },
    }
    const running = await startLegacyHttp(http)
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    const seen = states(server)
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ isError: true })
    await reaches(server, 'backoff')
    expect(seen).toEqual(['connecting', 'ready', 'backoff'])
  })
})

describe('a call', () => {
  it('whose headers the server refuses is sent once more, after the tools were discovered again', async () => {
    const http = instead('tools/call', (id) =>
      Response.json({ jsonrpc: '2.0', id, error: { code: -32_020, message: 'Header mismatch' } }, { status: 400 }),
    )
    const running = await startModernHttp(http)
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ value: { structuredContent: { sum: 3 } } })
    expect(http.seen).toHaveLength(2)
  })

  it('that the server answers with 503 has an unknown outcome and is not sent again', async () => {
    const http = instead('tools/call', refused(503, 'busy'))
    const running = await startLegacyHttp(http)
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'outcome-unknown' })
    expect(http.seen).toHaveLength(1)
  })
})

describe('an authorization that has run out', () => {
  /** Answers 401 to one kind of request, from the time on when it is told to. */
  function locked(matches: (request: Request, method: unknown) => boolean): HttpOptions {
    return {
      intercept: async (request) => {
        const { method } = request.method === 'POST' ? Object(await request.clone().json()) : {}
        return matches(request, method) ? new Response(null, { status: 401 }) : undefined
      },
    }
  }

  it('is noticed at the notification stream', async () => {
    const running = await startLegacyHttp(locked(({ method }) => method === 'GET'))
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    await reaches(server, 'auth-required')
    expect(server.snapshot()).toMatchObject({
      reason: 'the server asks for authorization (401)',
      lastError: { code: 'auth-required' },
    })
  })

  it('is noticed at the subscription of revision 2026-07-28', async () => {
    const running = await startModernHttp(locked((_, method) => method === 'subscriptions/listen'))
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    await reaches(server, 'auth-required')
    expect(server.snapshot().lastError).toMatchObject({ code: 'auth-required' })
  })

  it('is noticed when a call is resumed, and the outcome of that call is unknown', async () => {
    const running = await startLegacyHttp({
      intercept: async (request) => {
        if (request.headers.has('last-event-id')) return new Response(null, { status: 401 })
        if (request.method !== 'POST') return undefined
        const { method } = Object(await request.clone().json())
        const headers = { 'content-type': 'text/event-stream' }
        return method === 'tools/call' ? new Response('retry: 100\nid: 1\ndata:\n\n', { headers }) : undefined
      },
    })
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'outcome-unknown' })
    await reaches(server, 'auth-required')
  })
})

describe('a message over the limit', () => {
  it('is named by a call over HTTP+SSE too, although it ends the connection', async () => {
    const text = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
    const streams: ServerResponse[] = []
    const lists = { tools: [{ name: 'big', inputSchema: { type: 'object' } }] }
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
      'tools/list': lists,
      'tools/call': { content: [{ type: 'text', text: 'x'.repeat(50_000) }] },
    }
    const running = await serveHttp(({ method: verb, body }, response) => {
      if (verb === 'GET') {
        streams.push(response)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        return void response.write('event: endpoint\ndata: /messages\n\n')
      }
      response.writeHead(202).end()
      const { id, method } = JSON.parse(body)
      const result = results[method]
      const answer = result === undefined ? { error: { code: -32_601, message: 'No' } } : { result }
      if (id !== undefined) streams.at(-1)?.write(text({ jsonrpc: '2.0', id, ...answer }))
    })
    const server = await connectMcpServer({
      serverName: 's',
      transport: 'sse',
      url: running.origin,
      maxMessageBytes: 20_000,
    })
    onTestFinished(() => server.close())
    expect(await server.call('mcp__s__big', {})).toMatchObject({
      code: 'outcome-unknown',
      content: [{ type: 'text', text: expect.stringMatching(/^s: .*exceeds maxMessageBytes \(20000\); the outcome/) }],
    })
  })
})

describe('the dispatcher of fetch', () => {
  it('is used without its limits, which would end calls of over five minutes', async () => {
    const running = await startModernHttp({})
    onTestFinished(() => running.close())
    const symbol = Symbol.for('undici.globalDispatcher.1')
    await fetch(running.url)
    const original: { dispatch(options: object, handler: object): boolean } = Reflect.get(globalThis, symbol)
    const seen: object[] = []
    const recorder = Object.create(original, {
      dispatch: {
        value: (options: object, handler: object) => {
          seen.push(options)
          return original.dispatch(options, handler)
        },
      },
    })
    Reflect.set(globalThis, symbol, recorder)
    onTestFinished(() => void Reflect.set(globalThis, symbol, original))
    await connect({ url: running.url })
    expect(seen.length).toBeGreaterThan(0)
    for (const options of seen) expect(options).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 })
  })
})
