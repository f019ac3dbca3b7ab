import { Client, InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'

import { Capture, CAPTURE, keepRawResults } from '../../src/transport/raw-results.js'
import { ErrorAnswer, RawServer, SILENT, type Answer } from '../support/raw-server.js'

interface Marked {
  readonly capture: Capture
  readonly answer: Promise<unknown>
}

/** A real SDK client over the decorator. `ask` sends a request whose result is wanted raw. */
async function connect(answers: Readonly<Record<string, Answer>>) {
  const server = new RawServer(answers)
  const client = new Client({ name: 'test', version: '1.0.0' })
  const errors: Error[] = []
  client.onerror = (error) => void errors.push(error)
  await client.connect(keepRawResults(server.transport))
  onTestFinished(() => client.close())
  const ask = (method: 'tools/list' | 'tools/call', params: object = {}, signal?: AbortSignal): Marked => {
    const capture = new Capture()
    const answer = client.request({ method, params: { ...params, [CAPTURE]: capture } }, signal ? { signal } : {})
    return { capture, answer }
  }
  return { server, client, ask, errors }
}

describe('a marked request', () => {
  test.each([
    ['a list with a broken tool and a null cursor', { tools: [{ name: 7 }, null], nextCursor: null }],
    ['unknown fields', { tools: [], extra: { deep: [1, null] }, _meta: { a: 1 } }],
    ['no list at all', {}],
  ])('keeps %s as the server sent it', async (_, result) => {
    const { ask } = await connect({ 'tools/list': () => result })
    const { capture, answer } = ask('tools/list')
    await answer
    expect(capture.take()).toEqual({ received: true, raw: result })
  })

  test.each([
    ['an unknown kind of content', { content: [{ type: 'hologram', data: '?' }] }],
    ['no content', { structuredContent: { a: 1 } }],
    ['the result of the oldest revision', { toolResult: 7 }],
    ['base64 that is none', { content: [{ type: 'image', data: '***', mimeType: 'image/png' }] }],
  ])('keeps a tool result with %s', async (_, result) => {
    const { ask } = await connect({ 'tools/call': () => result })
    const { capture, answer } = ask('tools/call', { name: 'x', arguments: {} })
    await answer
    expect(capture.take()).toEqual({ received: true, raw: result })
  })

  test('does not show its mark to the server', async () => {
    const { ask, server } = await connect({ 'tools/call': () => ({ content: [] }) })
    await ask('tools/call', { name: 'x', arguments: { a: 1 } }).answer
    const [params] = server.asked('tools/call')
    expect(params).toEqual({ name: 'x', arguments: { a: 1 } })
    expect(Reflect.ownKeys(Object(params))).not.toContain(CAPTURE)
  })

  test('two at once keep their own results, whatever the order of the answers', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const first = ask('tools/call', { name: 'first' })
    const second = ask('tools/call', { name: 'second' })
    const [firstId, secondId] = server.received.flatMap((message) =>
      'id' in message && 'method' in message && message.method === 'tools/call' ? [message.id] : [],
    )
    await server.send({ jsonrpc: '2.0', id: secondId, result: { content: ['second'] } })
    await server.send({ jsonrpc: '2.0', id: firstId, result: { content: ['first'] } })
    await Promise.all([first.answer, second.answer])
    expect([first, second].map(({ capture }) => capture.take().raw)).toEqual([
      { content: ['first'] },
      { content: ['second'] },
    ])
  })

  test('is answered although the server sends its id back as a string', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const { capture, answer } = ask('tools/call', { name: 'x' })
    const last = server.received.at(-1)
    await server.send({
      jsonrpc: '2.0',
      id: String(last && 'id' in last ? last.id : ''),
      result: { content: ['late'] },
    })
    await answer
    expect(capture.take()).toEqual({ received: true, raw: { content: ['late'] } })
  })

  test('fails with the error of the server and keeps nothing', async () => {
    const { ask } = await connect({
      'tools/list': () => new ErrorAnswer({ code: -32_000, message: 'not today', data: { a: 1 } }),
    })
    const { capture, answer } = ask('tools/list')
    await expect(answer).rejects.toMatchObject({ code: -32_000, message: 'not today', data: { a: 1 } })
    expect(capture.take()).toEqual({ received: false, raw: undefined })
  })

  test.each([
    ['a code that is text', { code: 'E_FAIL', message: 'no' }, { code: -32_603, message: 'no' }],
    ['a code that is no whole number', { code: 1.5, message: 'no' }, { code: -32_603, message: 'no' }],
    ['no message', { code: -32_000 }, { code: -32_000, message: 'an error without a readable message' }],
    ['text in place of the error', 'broken', { code: -32_603, message: 'an error without a readable message' }],
    ['null in place of the error', null, { code: -32_603, message: 'an error without a readable message' }],
  ])('fails at once although the error of the server has %s', async (_, sent, expected) => {
    const { ask } = await connect({ 'tools/list': () => new ErrorAnswer(sent) })
    await expect(ask('tools/list').answer).rejects.toMatchObject(expected)
  })

  test('fails when the connection closes', async () => {
    const { ask, server } = await connect({ 'tools/call': () => SILENT })
    const { capture, answer } = ask('tools/call', { name: 'x' })
    await server.close()
    await expect(answer).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(capture.take().received).toBe(false)
  })

  test('that was cancelled ignores its late answer, and later ones work', async () => {
    const { ask, server } = await connect({
      'tools/call': ({ name }) => (name === 'slow' ? SILENT : { content: ['quick'] }),
    })
    const abort = new AbortController()
    const slow = ask('tools/call', { name: 'slow' }, abort.signal)
    const id = server.received.flatMap((message) => ('id' in message ? [message.id] : [])).at(-1)
    abort.abort('enough')
    await expect(slow.answer).rejects.toThrow()
    await server.send({ jsonrpc: '2.0', id, result: { content: ['late'] } })
    const quick = ask('tools/call', { name: 'quick' })
    await quick.answer
    expect([slow, quick].map(({ capture }) => capture.take().received)).toEqual([false, true])
    expect(server.asked('notifications/cancelled')).toEqual([{ requestId: id, reason: 'enough' }])
  })
})

describe('everything else', () => {
  test('an unmarked request is left to the SDK, with its checks', async () => {
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
    { jsonrpc: '2.0', id: { a: 1 }, result: {} },
    { jsonrpc: '2.0', method: 'notifications/progress', params: null },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 0 } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: 7 },
    { jsonrpc: '2.0', method: '__proto__' },
    { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { messages: 'none' } },
    { jsonrpc: '2.0', id: 1, method: 'roots/list', result: {} },
  ])('%j throws nowhere, and the connection stays usable', async (message) => {
    const { ask, server } = await connect({ 'tools/list': () => ({ tools: ['raw'] }) })
    await server.send(message)
    const { capture, answer } = ask('tools/list')
    await answer
    expect(capture.take().raw).toEqual({ tools: ['raw'] })
  })

  test('only a transport with a process looks like one', () => {
    const [plain] = InMemoryTransport.createLinkedPair()
    expect('pid' in keepRawResults(plain)).toBe(false)
    const withProcess: Transport & { pid: number; stderr: null } = Object.assign(plain, { pid: 7, stderr: null })
    expect(keepRawResults(withProcess)).toMatchObject({ pid: 7, stderr: null })
  })

  test('the session id and the revision pass through', () => {
    const versions: string[] = []
    const [inner] = InMemoryTransport.createLinkedPair()
    const outer = keepRawResults(
      Object.assign(inner, { sessionId: 'abc', setProtocolVersion: (version: string) => void versions.push(version) }),
    )
    outer.setProtocolVersion?.('2025-11-25')
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

    async start(): Promise<void> {}
    async close(): Promise<void> {}
    async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
      this.sent.push(message)
      this.options.push(options)
    }
  }

  async function ask(): Promise<{ inner: Streams; outer: Transport; capture: Capture; got: JSONRPCMessage[] }> {
    const inner = new Streams()
    const outer = keepRawResults(inner)
    const got: JSONRPCMessage[] = []
    outer.onmessage = (message) => void got.push(message)
    const capture = new Capture()
    const marked: Record<PropertyKey, unknown> = { name: 'x', [CAPTURE]: capture }
    await outer.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: marked })
    return { inner, outer, capture, got }
  }

  test('that ends without the response fails the request, once', async () => {
    const { inner, capture, got } = await ask()
    inner.options[0]?.onRequestStreamEnd?.()
    inner.options[0]?.onRequestStreamEnd?.()
    expect(capture.lost).toBe(true)
    expect(got).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'the response stream ended without a response' } },
    ])
  })

  test('that ends after the response changes nothing', async () => {
    const { inner, capture, got } = await ask()
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, result: { content: ['raw'] } })
    inner.options[0]?.onRequestStreamEnd?.()
    expect({ lost: capture.lost, raw: capture.take().raw, got: got.length }).toEqual({
      lost: false,
      raw: { content: ['raw'] },
      got: 1,
    })
  })

  test('is aborted when the request is cancelled, after the server was told', async () => {
    const { inner, outer } = await ask()
    expect(inner.options[0]?.requestSignal?.aborted).toBe(false)
    await outer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })
    expect(inner.options[0]?.requestSignal?.aborted).toBe(true)
    expect(inner.sent).toHaveLength(2)
  })
})
