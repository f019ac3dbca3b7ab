import { type HttpOptions, startLegacyHttp, startModernHttp } from '@harness-mcp/lab'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { McpServer } from '../../src/index.js'
import { connect } from '../support/servers.js'

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
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ isError: true })
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
