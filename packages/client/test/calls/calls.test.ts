import { describe, expect, test } from 'vitest'

import { callTool, type CallOptions, type CallParts } from '../../src/calls/calls.js'
import type { Connection } from '../../src/connection/connection.js'
import { clientError } from '../../src/errors.js'
import { Events, type McpEvent } from '../../src/lifecycle/events.js'
import { redactor } from '../../src/redaction.js'
import { connectRaw, ErrorAnswer, SILENT, type Answer, type RawServer } from '../support/raw-server.js'
import { anySettings } from '../support/settings.js'
import { discovered } from '../support/tools.js'

interface Calling {
  readonly server: RawServer
  readonly connection: Connection
  readonly events: McpEvent[]
  readonly call: (
    name: string,
    args?: Record<string, string>,
    options?: CallOptions,
    more?: Record<string, unknown>,
  ) => Promise<unknown>
}

function partsOf(events: Events, live: () => Connection): CallParts {
  return {
    config: anySettings(),
    redact: redactor(anySettings({ env: { TOKEN: 'hunter2-hunter2' } })),
    events,
    live,
    connection: () => undefined,
    attempted: () => Promise.resolve(),
    rediscover: (tool) => Promise.resolve(tool),
  }
}

async function calling(answer: Answer): Promise<Calling> {
  const { connection, server } = await connectRaw({ 'tools/call': answer })
  const bus = new Events()
  const events: McpEvent[] = []
  bus.subscribe((event) => void events.push(event))
  const parts = partsOf(bus, () => connection)
  return {
    server,
    connection,
    events,
    call: (name, args = {}, options = {}, more = {}) => callTool(parts, discovered(name, more), args, options),
  }
}

/** The progress token of the only call. */
function tokenOf(server: RawServer): unknown {
  const [params] = server.asked('tools/call')
  return Object(params)._meta.progressToken
}

describe('what is sent', () => {
  test('is the raw name, the arguments and a progress token', async () => {
    const { call, server } = await calling(() => ({ content: [] }))
    await call('catalog.get-entity', { a: 'b' })
    expect(server.asked('tools/call')).toEqual([
      { name: 'catalog.get-entity', arguments: { a: 'b' }, _meta: { progressToken: expect.anything() } },
    ])
  })

  test('is nothing for a tool that can run only as a task', async () => {
    const { call, server } = await calling(() => ({ content: [] }))
    await expect(call('slow', {}, {}, { execution: { taskSupport: 'required' } })).rejects.toMatchObject({
      code: 'protocol',
      message: 'lab: "slow" can run only as a task, and tasks are not supported here',
    })
    expect(server.asked('tools/call')).toEqual([])
  })

  test('is nothing while there is no connection', async () => {
    const live = (): never => {
      throw clientError('not-connected', { server: 'lab', message: 'not connected (backoff)' })
    }
    const parts = partsOf(new Events(), live)
    await expect(callTool(parts, discovered('a'), {}, {})).rejects.toMatchObject({ code: 'not-connected' })
  })
})

describe('what comes back', () => {
  test.each([
    [{ content: [{ type: 'text', text: 'x' }], structuredContent: [1], _meta: { a: 1 } }],
    [{ content: [], isError: true, odd: null }],
    [{ toolResult: 7 }],
    [{}],
  ])('%j is the raw result', async (result) => {
    const { call } = await calling(() => result)
    expect(await call('a')).toEqual(result)
  })

  test('an error of the server', async () => {
    const { call } = await calling(() => new ErrorAnswer({ code: -32_602, message: 'Unknown tool' }))
    await expect(call('a')).rejects.toMatchObject({
      code: 'protocol',
      message: 'lab: the server answered with error -32602: Unknown tool',
    })
  })

  test('nothing, because the connection closes: the outcome is unknown, and it is not sent again', async () => {
    const { call, server } = await calling(() => SILENT)
    const result = call('a')
    await server.close()
    await expect(result).rejects.toMatchObject({ code: 'outcome-unknown' })
    expect(server.asked('tools/call')).toHaveLength(1)
  })
})

describe('cancellation', () => {
  test('rejects at once, tells the server with a fixed reason, and the connection stays usable', async () => {
    const { call, server } = await calling(({ name }) => (name === 'slow' ? SILENT : { content: ['quick'] }))
    const abort = new AbortController()
    const slow = call('slow', {}, { signal: abort.signal })
    abort.abort('a private reason')
    await expect(slow).rejects.toMatchObject({ code: 'aborted', message: 'lab: the call of "slow" was cancelled' })
    expect(server.asked('notifications/cancelled')).toEqual([
      { requestId: expect.anything(), reason: 'the caller cancelled the request' },
    ])
    expect(await call('quick')).toEqual({ content: ['quick'] })
  })
})

describe('progress', () => {
  test('reaches the caller and the events, without control characters and secrets', async () => {
    const { call, server, events } = await calling(() => SILENT)
    const seen: unknown[] = []
    const abort = new AbortController()
    const result = call(
      'a.b',
      {},
      { callId: 'call-1', signal: abort.signal, onProgress: (progress) => void seen.push(progress) },
    )
    const progressToken = tokenOf(server)
    await server.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: 1, total: 2, message: 'ha\u001B[1m\nlf' },
    })
    await server.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: 2, message: 'as hunter2-hunter2' },
    })
    abort.abort()
    await expect(result).rejects.toMatchObject({ code: 'aborted' })
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'ha[1m lf' },
      { progress: 2, message: 'as [redacted]' },
    ])
    expect(events).toEqual(
      seen.map((progress) => ({
        type: 'progress',
        tool: discovered('a.b').name,
        callId: 'call-1',
        ...Object(progress),
      })),
    )
  })

  test('a long message is cut', async () => {
    const { call, server } = await calling(() => SILENT)
    const seen: { message?: string | undefined }[] = []
    const abort = new AbortController()
    const result = call('a', {}, { signal: abort.signal, onProgress: (progress) => void seen.push(progress) })
    const params = { progressToken: tokenOf(server), progress: 1, message: 'é'.repeat(10_000) }
    await server.send({ jsonrpc: '2.0', method: 'notifications/progress', params })
    abort.abort()
    await expect(result).rejects.toThrow()
    expect(Buffer.byteLength(seen[0]?.message ?? '')).toBeLessThanOrEqual(1_024)
  })

  test('a caller whose callback throws keeps its call, and the connection', async () => {
    const { call, server } = await calling(() => SILENT)
    const abort = new AbortController()
    const onProgress = (): void => {
      throw new Error('the caller breaks')
    }
    const result = call('a', {}, { signal: abort.signal, onProgress })
    const progressToken = tokenOf(server)
    await expect(
      server.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } }),
    ).resolves.toBeUndefined()
    await server.send({ jsonrpc: '2.0', id: progressToken, result: { content: ['done'] } })
    expect(await result).toEqual({ content: ['done'] })
  })

  test.each([[{ progress: 'half' }], [{}], [{ progress: 1, total: 'two', message: 7 }]])(
    '%j of a server is no harm',
    async (report) => {
      const { call, server } = await calling(() => SILENT)
      const result = call('a')
      const progressToken = tokenOf(server)
      await server.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, ...report } })
      await server.send({ jsonrpc: '2.0', id: progressToken, result: { content: ['done'] } })
      expect(await result).toEqual({ content: ['done'] })
    },
  )
})
