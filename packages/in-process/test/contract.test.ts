import type { McpOutcome } from '@harness-mcp/client'
import { picturePng } from '@harness-mcp/lab'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createSdkMcpServer, type InProcessServer, tool } from '../src/index.js'
import { deferred } from './support/deferred.js'
import { oldFashioned, sdkClient, serverOf, session } from './support/sessions.js'

const never = new Promise<never>(() => {})
const words = (text: string) => ({ content: [{ type: 'text' as const, text }] })

const ERAS = [
  ['modern', '2026-07-28', (handle: InProcessServer) => session(handle)],
  ['legacy', '2025-11-25', (handle: InProcessServer) => session(handle, oldFashioned(handle))],
] as const

describe.each(ERAS)('a %s session', (era, revision, open) => {
  test('is ready, and says who serves it', async () => {
    const handle = createSdkMcpServer({ name: 'mine', version: '1.2.3', instructions: 'Be kind.', tools: [] })
    const server = await open(handle)
    expect(server.snapshot()).toMatchObject({
      state: 'ready',
      era,
      revision,
      serverInfo: { name: 'mine', version: '1.2.3' },
      toolCount: 0,
    })
    expect(server.prompt()).toContain('Be kind.')
  })

  test('shows the tools as they were defined', async () => {
    const server = await open(
      serverOf(
        tool('constructor', 'One.', { n: z.number().default(1) }, () => words(''), {
          annotations: { readOnlyHint: true, title: 'The one' },
          outputSchema: { sum: z.number() },
        }),
      ),
    )
    expect(server.tools()).toMatchObject([
      {
        name: 'mcp__s__constructor',
        rawName: 'constructor',
        description: 'One.',
        inputSchema: { type: 'object', properties: { n: { type: 'number', default: 1 } } },
        untrustedHints: { readOnly: true },
      },
    ])
  })

  test('calls with parsed arguments, and gives back text, images and structured content', async () => {
    const draw = tool(
      'draw',
      '',
      { title: z.string().transform((text) => text.toUpperCase()), size: z.number().default(16) },
      ({ title, size }) => ({
        content: [
          { type: 'text', text: `${title} ${size}` },
          { type: 'image', data: picturePng, mimeType: 'image/png' },
        ],
        structuredContent: { title, size, extra: 'dropped' },
      }),
      { outputSchema: { title: z.string(), size: z.number(), unit: z.string().default('px') } },
    )
    const server = await open(serverOf(draw))
    const outcome = await server.call('mcp__s__draw', { title: 'sun', unknown: true })
    expect(outcome).toMatchObject({
      value: { structuredContent: { title: 'SUN', size: 16, unit: 'px' } },
    })
    expect(outcome.content.map(({ type }) => type)).toEqual([
      'text',
      'image',
      'text', // the structured content, as the model reads it
    ])
    expect(outcome.value).not.toHaveProperty('structuredContent.extra')
  })

  test.each([
    [
      'a missing argument',
      { where: {} },
      'Invalid arguments: where.city: Invalid input: expected string, received undefined',
    ],
    ['a wrong element', { where: { city: 'x' }, days: [1, 'two'] }, 'Invalid arguments: days.1: Invalid input'],
  ])('answers %s with a failure that names the path', async (_, args, text) => {
    let ran = false
    const shape = { where: z.object({ city: z.string() }), days: z.array(z.number()).optional() }
    const handler = () => {
      ran = true
      return words('')
    }
    const server = await open(serverOf(tool('t', '', shape, handler)))
    const { content, isError } = resultOf(await server.call('mcp__s__t', args))
    expect({ isError, ran, text: content }).toEqual({ isError: true, ran: false, text: expect.stringContaining(text) })
  })

  test.each<[string, () => never | Promise<never>, string]>([
    ['throws', () => fail(new Error('no weather today')), 'no weather today'],
    ['rejects', () => Promise.reject(new RangeError('too far')), 'too far'],
    ['throws an error without a message', () => fail(new TypeError('')), 'TypeError'],
    ['throws text', () => fail('just text'), 'just text'],
    ['throws nothing', () => fail(undefined), 'it failed without saying why'],
    ['throws an object', () => fail({ status: 503 }), '{"status":503}'],
    ['throws what has no text', () => fail(1n), 'it failed with a value that cannot be shown'],
    ['throws a very long text', () => fail('x'.repeat(1_000_000)), `${'x'.repeat(3_999)}…`],
  ])('makes a readable failure of a handler that %s', async (_, handler, text) => {
    const server = await open(serverOf(tool('t', '', {}, handler)))
    expect(resultOf(await server.call('mcp__s__t', {}))).toEqual({ isError: true, content: text })
    expect(server.snapshot().state).toBe('ready')
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'expected an object with content'],
    ['text', 'hello', 'expected an object with content'],
    ['no content', { structuredContent: {} }, 'content: expected an array of content blocks'],
    ['a block without text', { content: [{ type: 'text' }] }, 'content.0.text: Invalid input: expected string'],
    ['an unknown block', { content: [{ type: 'smell' }] }, 'content.0: Invalid input'],
    [
      'an image that is not base64',
      { content: [{ type: 'image', data: '%', mimeType: 'image/png' }] },
      'content.0.data',
    ],
  ])('makes a readable failure of a handler that answers with %s', async (_, answer, text) => {
    const server = await open(serverOf(tool('t', '', {}, () => wrong(answer))))
    const { content, isError } = resultOf(await server.call('mcp__s__t', {}))
    expect({ isError, content }).toEqual({ isError: true, content: expect.stringContaining(text) })
  })

  test('makes a readable failure of a result that is no JSON', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const server = await open(
      serverOf(
        tool('cycle', '', {}, () => ({ content: [], structuredContent: cyclic })),
        tool('big', '', {}, () => ({ content: [], structuredContent: { n: 1n } })),
      ),
    )
    const reasons = await Promise.all(
      ['cycle', 'big'].map(async (name) => resultOf(await server.call(`mcp__s__${name}`, {}))),
    )
    expect(reasons).toEqual([
      { isError: true, content: expect.stringContaining('Converting circular structure to JSON') },
      { isError: true, content: expect.stringContaining('Do not know how to serialize a BigInt') },
    ])
  })

  test('a result that is no JSON is a failed tool for a client of the SDK too', async () => {
    const big = tool('big', '', {}, () => ({ content: [], structuredContent: { n: 1n } }))
    const client = await sdkClient(serverOf(big), era === 'modern' ? 'auto' : 'legacy')
    expect(await client.callTool({ name: 'big', arguments: {} })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringContaining('it cannot be written as JSON: Do not know how to serialize a BigInt') },
      ],
    })
  })

  test('takes of a result what a result has, so that no other field means something to the protocol', async () => {
    const odd = { ...words('hi'), _meta: { a: 1 }, resultType: 'input_required', inputRequests: {}, extra: 1 }
    const client = await sdkClient(serverOf(tool('t', '', {}, () => odd)), era === 'modern' ? 'auto' : 'legacy')
    const { content, _meta, ...others } = await client.callTool({ name: 't', arguments: {} })
    expect([content, _meta]).toEqual([words('hi').content, expect.objectContaining({ a: 1 })])
    expect(others).toEqual({})
  })

  test('makes a readable failure of structured content that does not fit the output schema, or is missing', async () => {
    const options = { outputSchema: { sum: z.number() } }
    const server = await open(
      serverOf(
        tool('wrong', '', {}, () => ({ content: [], structuredContent: { sum: wrong('two') } }), options),
        tool('missing', '', {}, () => ({ content: [] }), options),
        tool('failed', '', {}, () => ({ ...words('no sum'), isError: true }), options),
      ),
    )
    const texts = await Promise.all(
      ['wrong', 'missing', 'failed'].map(async (name) => resultOf(await server.call(`mcp__s__${name}`, {}))),
    )
    expect(texts).toEqual([
      { isError: true, content: expect.stringContaining('output schema: sum: Invalid input: expected number') },
      { isError: true, content: expect.stringContaining('output schema: Invalid input: expected object') },
      { isError: true, content: 'no sum' },
    ])
  })

  test('an unknown tool is an outcome', async () => {
    const client = await sdkClient(serverOf(), era === 'modern' ? 'auto' : 'legacy')
    await expect(client.callTool({ name: 'toString', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Unknown tool: toString'),
    })
  })

  test('progress reaches the caller in order, and none after the answer', async () => {
    let late = (): void => {}
    const count = tool('count', '', {}, (_, { progress }) => {
      for (const step of [1, 2, 3]) progress({ progress: step, total: 3, message: `step ${step}` })
      late = () => progress({ progress: 4 })
      return words('done')
    })
    const server = await open(serverOf(count))
    const seen: unknown[] = []
    await server.call('mcp__s__count', {}, { onProgress: (progress) => void seen.push(progress) })
    late()
    await server.call('mcp__s__count', {})
    expect(seen).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })))
  })

  test('what is no progress is not told, and does not stop the handler', async () => {
    const steps = [
      undefined,
      null,
      'half',
      {},
      { progress: 'half' },
      { progress: Number.NaN },
      { progress: 1, total: 'x' },
    ]
    const count = tool('count', '', {}, (_, { progress }) => {
      for (const step of steps) Reflect.apply(progress, undefined, [step])
      return words('done')
    })
    const server = await open(serverOf(count))
    const seen: unknown[] = []
    const outcome = await server.call('mcp__s__count', {}, { onProgress: (progress) => void seen.push(progress) })
    expect(resultOf(outcome)).toEqual({ isError: false, content: 'done' })
    expect(seen).toEqual([{ progress: 1 }])
  })

  test('cancelling reaches the handler, and ends the call of one that never settles', async () => {
    const events: string[] = []
    const started = deferred()
    const aborted = deferred()
    const hang = tool('hang', '', {}, async (_, { signal, progress }) => {
      signal.addEventListener('abort', () => (events.push('aborted'), progress({ progress: 1 }), aborted.resolve()))
      events.push('started')
      started.resolve()
      return never
    })
    const server = await open(
      serverOf(
        hang,
        tool('after', '', {}, () => words('still here')),
      ),
    )
    const stop = new AbortController()
    const call = server.call('mcp__s__hang', {}, { signal: stop.signal })
    await started.promise
    stop.abort()
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    await aborted.promise
    expect(events).toEqual(['started', 'aborted'])
    expect(resultOf(await server.call('mcp__s__after', {}))).toEqual({ isError: false, content: 'still here' })
  })

  test('a handler that throws after it was cancelled is heard by nobody', async () => {
    const started = deferred()
    const thrown = deferred()
    const hang = tool('hang', '', {}, async (_, { signal }) => {
      started.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      queueMicrotask(thrown.resolve)
      throw new Error('stopped')
    })
    const server = await open(serverOf(hang))
    const stop = new AbortController()
    const call = server.call('mcp__s__hang', {}, { signal: stop.signal })
    await started.promise
    stop.abort()
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    await thrown.promise
    expect(server.snapshot().state).toBe('ready')
  })

  test('closing the session aborts what runs in it, and in no other session', async () => {
    const started = [deferred(), deferred()]
    const aborted = deferred<string>()
    const release = deferred()
    const hang = tool('hang', '', { n: z.literal([0, 1]) }, async ({ n }, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(`${n}`))
      started[n]?.resolve()
      await release.promise
      return words(`${n}`)
    })
    const handle = serverOf(hang)
    const sessions = [await open(handle), await open(handle)]
    const calls = sessions.map((each, n) => each.call('mcp__s__hang', { n }))
    await Promise.all(started.map(({ promise }) => promise))
    await sessions[0]?.close()
    expect(await aborted.promise).toBe('0')
    release.resolve()
    expect((await Promise.all(calls)).map(resultOf)).toEqual([
      expect.objectContaining({ isError: true }),
      { isError: false, content: '1' },
    ])
  })

  test('twenty sessions at once have one handle and nothing in common', async () => {
    const twice = tool('twice', '', { n: z.number() }, async ({ n }) => words(String(2 * n)))
    const handle = serverOf(twice)
    const sessions = await Promise.all(Array.from({ length: 20 }, () => open(handle)))
    const answers = await Promise.all(sessions.map((each, n) => each.call('mcp__s__twice', { n })))
    expect(answers.map((outcome) => resultOf(outcome).content)).toEqual(sessions.map((_, n) => String(2 * n)))
  })

  test('neither side holds an object of the other', async () => {
    const kept: unknown[][] = []
    const keep = tool('keep', '', { box: z.object({ list: z.unknown() }) }, ({ box: { list } }) => {
      if (!Array.isArray(list)) throw new TypeError('no list')
      list.push(2)
      kept.push(list)
      return { content: [], structuredContent: { list } }
    })
    const server = await open(serverOf(keep))
    const args = { box: { list: [1] } }
    const outcome = await server.call('mcp__s__keep', args)
    kept[0]?.push(3)
    expect(args).toEqual({ box: { list: [1] } })
    expect(outcome.value?.structuredContent).toEqual({ list: [1, 2] })
  })
})

describe('a client of the SDK', () => {
  test.each([
    ['auto', 'modern', '2026-07-28'],
    ['legacy', 'legacy', '2025-11-25'],
  ] as const)('in mode %s gets the %s era', async (mode, era, revision) => {
    const client = await sdkClient(serverOf(tool('t', '', {}, () => words('hi'))), mode)
    expect([client.getProtocolEra(), client.getNegotiatedProtocolVersion()]).toEqual([era, revision])
    expect(await client.callTool({ name: 't', arguments: {} })).toMatchObject({ content: [{ text: 'hi' }] })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
  })

  test('can ask anew who serves it, and listen', async () => {
    const client = await sdkClient(serverOf(), 'auto')
    expect(await client.discover()).toMatchObject({ capabilities: { tools: {} } })
    const subscription = await client.listen({ toolsListChanged: true })
    await subscription.close()
    expect(await subscription.closed).toBe('local')
  })
})

function resultOf({ isError, content }: McpOutcome): { isError: boolean; content: string } {
  return { isError, content: content.map((block) => ('text' in block ? block.text : '')).join('\n') }
}

function fail(thrown: unknown): never {
  throw thrown
}

/** What a handler in JavaScript may return, whatever the types say. */
function wrong(value: unknown): never {
  const box: { value: never } = JSON.parse(JSON.stringify({ value }))
  return box.value
}
