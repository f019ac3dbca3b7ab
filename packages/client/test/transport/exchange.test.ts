import { Client, InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'

import { Exchange } from '../../src/transport/exchange.js'
import { HEADER_SINK, HeaderSink } from '../../src/transport/header-sink.js'
import type { Progress } from '../../src/transport/progress.js'
import { ErrorAnswer, RawServer, SILENT, type Answer } from '../support/raw-server.js'

interface Asking {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** A real SDK client and our own requests over one exchange. */
async function connect(answers: Readonly<Record<string, Answer>>) {
  const server = new RawServer(answers)
  const exchange = new Exchange('lab', server.transport)
  const client = new Client({ name: 'test', version: '1.0.0' })
  const errors: Error[] = []
  client.onerror = (error) => void errors.push(error)
  await client.connect(exchange)
  onTestFinished(() => client.close())
  const ask = (method: string, params: Record<string, unknown> = {}, asking: Asking = {}): Promise<unknown> =>
    exchange.request({ method, params }, { signal: new AbortController().signal, ...asking })
  return { server, client, exchange, ask, errors }
}

function idsOf(server: RawServer): unknown[] {
  return server.received.flatMap((message) => ('id' in message && 'method' in message ? [message.id] : []))
}

describe('a request', () => {
  test.each([
    ['a list with a broken tool and a null cursor', { tools: [{ name: 7 }, null], nextCursor: null }],
    ['unknown fields', { tools: [], extra: { deep: [1, null] }, _meta: { a: 1 } }],
    ['an unknown kind of content', { content: [{ type: 'hologram', data: '?' }] }],
    ['the result of the oldest revision', { toolResult: 7 }],
    ['base64 that is none', { content: [{ type: 'image', data: '***', mimeType: 'image/png' }] }],
    ['nothing', {}],
    ['a list in place of a result', [1]],
    ['a result that is text', 'done'],
    ['a kind of result that is no text', { resultType: 7 }],
  ])('resolves to %s as the server sent it', async (_, result) => {
    const { ask } = await connect({ 'tools/call': () => result })
    expect(await ask('tools/call', { name: 'x' })).toEqual(result)
  })

  test('is sent with its parameters and nothing else, and with a token only for progress', async () => {
    const { ask, server } = await connect({ 'tools/call': () => ({ content: [] }) })
    await ask('tools/call', { name: 'x', arguments: { a: 1 } })
    await ask('tools/call', { name: 'y' }, { onProgress: () => {} })
    expect(server.asked('tools/call')).toEqual([
      { name: 'x', arguments: { a: 1 } },
      { name: 'y', _meta: { progressToken: idsOf(server).at(-1) } },
    ])
  })

  test('two at once get their own results, whatever the order of the answers', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const both = [ask('tools/call', { name: 'first' }), ask('tools/call', { name: 'second' })]
    const [firstId, secondId] = idsOf(server).slice(-2)
    await server.send({ jsonrpc: '2.0', id: secondId, result: ['second'] })
    await server.send({ jsonrpc: '2.0', id: firstId, result: ['first'] })
    expect(await Promise.all(both)).toEqual([['first'], ['second']])
  })

  test('is answered although the server sends its id back as text', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const answer = ask('tools/call', { name: 'x' })
    await server.send({ jsonrpc: '2.0', id: String(idsOf(server).at(-1)), result: ['late'] })
    expect(await answer).toEqual(['late'])
  })

  test('reports progress in the order of the wire, the last one before the result too', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const seen: Progress[] = []
    const answer = ask('tools/call', { name: 'x' }, { onProgress: (progress) => void seen.push(progress) })
    const id = idsOf(server).at(-1)
    for (const report of [
      { progress: 1, total: 2, message: 'half' },
      { progress: 'x', total: null },
      { progress: 2 },
    ]) {
      await server.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, ...report } })
    }
    await server.send({ jsonrpc: '2.0', id, result: {} })
    await answer
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }, { progress: 0 }, { progress: 2 }])
  })

  test.each([
    ['an error', { code: -32_000, message: 'not today' }, { code: -32_000, message: 'not today' }],
    ['a code that is text', { code: 'E_FAIL', message: 'no' }, { code: -32_603, message: 'no' }],
    ['no message', { code: -32_000 }, { code: -32_000, message: 'an error without a readable message' }],
    ['text in place of the error', 'broken', { code: -32_603, message: 'an error without a readable message' }],
    ['null in place of the error', null, { code: -32_603, message: 'an error without a readable message' }],
  ])('fails at once with %s', async (_, sent, expected) => {
    const { ask } = await connect({ 'tools/list': () => new ErrorAnswer(sent) })
    await expect(ask('tools/list')).rejects.toMatchObject(expected)
  })

  test.each([
    ['a result beside an error that is null', { result: { content: [] }, error: null }, { content: [] }],
    ['both null, as JSON-RPC 1.0 says that there is nothing', { result: null, error: null }, null],
    ['a member too many', { result: { content: [] }, extra: 1 }, { content: [] }],
    ['a method that is null', { result: { content: [] }, method: null }, { content: [] }],
  ])('resolves to the result of %s', async (_, answer, expected) => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const result = ask('tools/call', { name: 'x' })
    await server.send({ jsonrpc: '2.0', id: idsOf(server).at(-1), ...answer })
    expect(await result).toEqual(expected)
  })

  test.each([
    ['a result that is null', { result: null, error: { code: -32_000, message: 'no' } }],
    ['a result', { result: {}, error: { code: -32_000, message: 'no' } }],
  ])('fails with an error beside %s', async (_, answer) => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const result = ask('tools/call', { name: 'x' })
    void server.send({ jsonrpc: '2.0', id: idsOf(server).at(-1), ...answer })
    await expect(result).rejects.toMatchObject({ code: -32_000, message: 'no' })
  })

  test('fails when the server wants something first', async () => {
    const { ask } = await connect({ 'tools/call': () => ({ resultType: 'input_required', inputRequests: {} }) })
    await expect(ask('tools/call')).rejects.toMatchObject({
      code: 'UNSUPPORTED_RESULT_TYPE',
      message: 'it asks for input in the middle of the call',
    })
  })

  test('fails when the connection closes before the answer, and is not sent afterwards', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const answer = ask('tools/call', { name: 'x' })
    await server.close()
    await expect(answer).rejects.toMatchObject({ code: 'unreachable' })
    await expect(ask('tools/call', { name: 'y' })).rejects.toMatchObject({ code: 'not-connected' })
    expect(server.asked('tools/call')).toEqual([{ name: 'x' }])
  })

  test('that was cancelled tells the server, ignores its late answer, and later ones work', async () => {
    const { ask, server, errors } = await connect({
      'tools/call': ({ name }) => (name === 'slow' ? SILENT : ['quick']),
    })
    const abort = new AbortController()
    const slow = ask('tools/call', { name: 'slow' }, { signal: abort.signal })
    const id = idsOf(server).at(-1)
    abort.abort('enough')
    await expect(slow).rejects.toThrow('enough')
    await server.send({ jsonrpc: '2.0', id, result: ['late'] })
    expect(await ask('tools/call', { name: 'quick' })).toEqual(['quick'])
    expect(server.asked('notifications/cancelled')).toEqual([{ requestId: id, reason: 'enough' }])
    expect(errors).toEqual([])
  })

  test('that is cancelled before it starts is never sent', async () => {
    const { ask, server } = await connect({ 'tools/call': () => ({}) })
    await expect(ask('tools/call', {}, { signal: AbortSignal.abort('early') })).rejects.toThrow('early')
    expect(server.asked('tools/call')).toEqual([])
  })

  test('carries the envelope of the newer revision, and so does its cancellation', async () => {
    const { ask, server, exchange } = await connect({ 'tools/call': () => SILENT })
    exchange.useEnvelope({ who: 'we' })
    const abort = new AbortController()
    const answer = ask('tools/call', { name: 'x' }, { signal: abort.signal, onProgress: () => {} })
    const id = idsOf(server).at(-1)
    abort.abort('enough')
    await expect(answer).rejects.toThrow('enough')
    expect(server.asked('tools/call')).toEqual([{ name: 'x', _meta: { who: 'we', progressToken: id } }])
    expect(server.asked('notifications/cancelled')).toEqual([{ requestId: id, reason: 'enough', _meta: { who: 'we' } }])
  })
})

describe('what only the SDK reads', () => {
  const handshake = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: true, resources: null },
    serverInfo: { name: 'odd', icons: [{}] },
    instructions: null,
    _meta: null,
  }

  test('is mended before its schemas see it: a handshake', async () => {
    const { client } = await connect({ initialize: () => handshake })
    expect(client.getServerVersion()).toEqual({ name: 'odd', version: '' })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
  })

  test.each([
    ['an error that is null', { error: null }],
    ['a `_meta` that is null', { result: { _meta: null } }],
    ['a member too many', { extra: 1 }],
  ])('is mended before its schemas see it: an answer with %s', async (_, more) => {
    const { client, server } = await connect({ ping: () => SILENT })
    const pong = client.ping()
    await server.send({ jsonrpc: '2.0', id: idsOf(server).at(-1), result: {}, ...more })
    expect(await pong).toEqual({})
  })
})

describe('a request of the server', () => {
  const replies = (server: RawServer): unknown[] => server.received.filter((message) => !('method' in message))

  test('is answered: a ping with a sign of life, everything else with an error', async () => {
    const { server } = await connect({})
    await server.send({ jsonrpc: '2.0', id: 'a', method: 'ping' })
    await server.send({ jsonrpc: '2.0', id: 0.5, method: 'roots/list' })
    await expect
      .poll(() => replies(server))
      .toEqual([
        { jsonrpc: '2.0', id: 'a', result: {} },
        { jsonrpc: '2.0', id: 0.5, error: { code: -32_601, message: 'Method not found' } },
      ])
  })

  test('is answered although it came with a thousand others, or was cancelled at once', async () => {
    const { server } = await connect({})
    const asked = Array.from({ length: 1_000 }, (_, id) => id)
    for (const id of asked) {
      void server.send({ jsonrpc: '2.0', id, method: 'ping' })
      void server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
    }
    await expect.poll(() => replies(server).length).toBe(1_000)
    expect(replies(server)).toEqual(asked.map((id) => ({ jsonrpc: '2.0', id, result: {} })))
  })

  test('is not answered in revision 2026-07-28, which has none', async () => {
    const { server, exchange, ask } = await connect({ 'tools/list': () => ({}) })
    exchange.useEnvelope({ who: 'we' })
    await server.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    await ask('tools/list')
    expect(replies(server)).toEqual([])
  })
})

describe('everything else', () => {
  test('is left to the SDK, with its checks', async () => {
    const { client } = await connect({
      'tools/list': () => ({ tools: [{ name: 'ok', inputSchema: { type: 'object' } }] }),
    })
    expect(await client.request({ method: 'tools/list', params: {} })).toMatchObject({ tools: [{ name: 'ok' }] })
    const broken = await connect({ 'tools/list': () => ({ tools: [{ name: 7 }] }) })
    await expect(broken.client.request({ method: 'tools/list', params: {} })).rejects.toThrow()
  })

  test.each([
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } },
    { jsonrpc: '2.0', id: 99, result: {} },
    { jsonrpc: '2.0', id: 99, result: null },
    { jsonrpc: '2.0', id: 1_000_000_099, result: {} },
    { jsonrpc: '2.0', id: { a: 1 }, result: {} },
    { jsonrpc: '2.0', method: 'notifications/progress', params: null },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 0 } },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1_000_000_099 } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: 7 },
    { jsonrpc: '2.0', method: '__proto__' },
    { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { messages: 'none' } },
    { jsonrpc: '2.0', id: 1, method: 'roots/list', result: {} },
  ])('%j throws nowhere, and the connection stays usable', async (message) => {
    const { ask, server } = await connect({ 'tools/list': () => ({ tools: ['raw'] }) })
    await server.send(message)
    expect(await ask('tools/list')).toEqual({ tools: ['raw'] })
  })

  test('a call with a sink is not sent: it takes the headers that the SDK would send', async () => {
    const { exchange, client, server } = await connect({ 'tools/call': () => ({ content: [] }) })
    const sink = new HeaderSink()
    const call = { name: 'x', [HEADER_SINK]: sink }
    await client.callTool(call, { headers: { 'Mcp-Param-Region': 'eu' } })
    expect(sink.headers).toEqual({ 'Mcp-Param-Region': 'eu' })
    expect(server.asked('tools/call')).toEqual([])
    expect(exchange.sessionId).toBeUndefined()
  })

  test('only a transport with a process looks like one', () => {
    const [plain] = InMemoryTransport.createLinkedPair()
    expect('pid' in new Exchange('lab', plain)).toBe(false)
    const withProcess: Transport & { pid: number; stderr: null } = Object.assign(plain, { pid: 7, stderr: null })
    expect(new Exchange('lab', withProcess)).toMatchObject({ pid: 7, stderr: null })
  })

  test('the session id and the revision pass through', () => {
    const versions: string[] = []
    const [inner] = InMemoryTransport.createLinkedPair()
    const outer = new Exchange(
      'lab',
      Object.assign(inner, { sessionId: 'abc', setProtocolVersion: (version: string) => void versions.push(version) }),
    )
    outer.setProtocolVersion('2025-11-25')
    expect({ session: outer.sessionId, versions }).toEqual({ session: 'abc', versions: ['2025-11-25'] })
  })
})

describe('a response stream of its own', () => {
  /** A transport as Streamable HTTP is one: it says when the stream of a request has ended. */
  class Streams implements Transport {
    onmessage?: NonNullable<Transport['onmessage']>
    readonly hasPerRequestStream = true
    readonly sent: JSONRPCMessage[] = []
    readonly options: Parameters<Transport['send']>[1][] = []
    onerror?: (error: Error) => void
    hangs = false

    async start(): Promise<void> {}
    async close(): Promise<void> {}
    async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
      this.sent.push(message)
      this.options.push(options)
      const { requestSignal } = options ?? {}
      if (!this.hangs) return
      await new Promise((_, reject) => requestSignal?.addEventListener('abort', () => reject(requestSignal.reason)))
    }
  }

  function ask(envelope?: Record<string, unknown>) {
    const inner = new Streams()
    const exchange = new Exchange('lab', inner)
    if (envelope) exchange.useEnvelope(envelope)
    const abort = new AbortController()
    const answer = exchange.request({ method: 'tools/call', params: { name: 'x' } }, { signal: abort.signal })
    const [first] = inner.sent
    return { inner, answer, abort, id: first && 'id' in first ? first.id : undefined }
  }

  test('that ends without the response fails the request, once', async () => {
    const { inner, answer } = ask()
    inner.options[0]?.onRequestStreamEnd?.()
    inner.options[0]?.onRequestStreamEnd?.()
    await expect(answer).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('the response stream ended without the response'),
    })
  })

  test('that ends after the response changes nothing', async () => {
    const { inner, answer, id } = ask()
    inner.onmessage?.({ jsonrpc: '2.0', id: id ?? 0, result: { content: ['raw'] } })
    inner.options[0]?.onRequestStreamEnd?.()
    expect(await answer).toEqual({ content: ['raw'] })
  })

  test('that breaks says why, and no later one says it again', async () => {
    const { inner, answer } = ask()
    inner.onerror?.(new Error('SSE stream disconnected: McpError: lab: a message of over 9 bytes'))
    inner.options[0]?.onRequestStreamEnd?.()
    await expect(answer).rejects.toThrow('lab: the response stream broke: a message of over 9 bytes')
    const later = ask()
    later.inner.onerror?.(new Error('SSE stream disconnected: Error: of another stream'))
    await Promise.resolve()
    later.inner.options[0]?.onRequestStreamEnd?.()
    await expect(later.answer).rejects.toThrow('lab: the response stream ended without the response')
  })

  test('is aborted although the server never takes the cancellation, which is aborted too', async () => {
    const { inner, answer, abort } = ask()
    inner.hangs = true
    abort.abort('enough')
    await expect(answer).rejects.toThrow('enough')
    await expect
      .poll(() => inner.options.map((options) => options?.requestSignal?.aborted), { timeout: 10_000 })
      .toEqual([true, true])
  })

  test.each([
    ['older revisions are told, and then the stream is closed', undefined, 2],
    ['the newer one is told by the closed stream alone', { who: 'we' }, 1],
  ])('is aborted when the request is cancelled: %s', async (_, envelope, messages) => {
    const { inner, answer, abort } = ask(envelope)
    expect(inner.options[0]?.requestSignal?.aborted).toBe(false)
    abort.abort('enough')
    await expect(answer).rejects.toThrow('enough')
    await expect.poll(() => inner.options[0]?.requestSignal?.aborted).toBe(true)
    expect(inner.sent).toHaveLength(messages)
  })
})
