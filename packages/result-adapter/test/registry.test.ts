import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMcpToolDefinition, McpError } from '../src/index.js'
import { agentWith, returns, startHarness, type Harness } from './support/harness.js'
import { bytesOf, GIF, notShown, PNG, PNG_HEAD_THEN_NOISE, text } from './support/samples.js'

const png = { type: 'image', data: PNG, mimeType: 'image/png' }
const gif = { type: 'image', data: GIF }
const PNG_REF = {
  attachmentId: 'sha256:c414cd0e204de974f73753c7e28d7638e7b3691bb8b1a2bab6b25bb7fed7ce77',
  mediaType: 'image/png',
  bytes: bytesOf(PNG),
  width: 1,
  height: 1,
}
const pngIsNotShown = (why: string): string => notShown(`an image of type image/png (${bytesOf(PNG)} bytes)`, why)
const gifIsNotShown = (why: string): string => notShown(`an image of type image/gif (${bytesOf(GIF)} bytes)`, why)

// A byte more than the attachment service takes by default. It is weighed before it is looked at.
function largePng(): { type: string; data: string } {
  const data = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(3_670_017)])
  return { type: 'image', data: data.toString('base64') }
}

let harness: Harness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(async () => {
  await harness.dispose()
})

describe('a success', () => {
  test('gives programs the complete value and the model the text', async () => {
    harness.register({
      call: async () => ({ content: [text('a')], structuredContent: { n: 1 }, _meta: { hidden: 1 } }),
    })
    expect(await harness.call()).toEqual({
      isError: false,
      value: { content: [text('a')], structuredContent: { n: 1 } },
      content: [{ type: 'text', text: 'a\n{"n":1}' }],
    })
  })

  test('hands the arguments and the exact execution to the tool', async () => {
    const seen: unknown[] = []
    const agent = agentWith('eyes')
    harness.register({
      call: async (args, exec) => {
        seen.push([args, exec.agent, exec.callId, exec.signal.aborted])
        return {}
      },
    })
    await harness.call({ agent, arguments: { path: 'a' } })
    await harness.call({ agent, arguments: '{"path":"b"}' })
    await harness.call({ agent, arguments: ['no object'] })
    expect(seen).toEqual([
      [{ path: 'a' }, agent, 'call-1', false],
      [{ path: 'b' }, agent, 'call-1', false],
      [{}, agent, 'call-1', false],
    ])
  })

  test('survives a negative zero, which the registry refuses', async () => {
    harness.register({
      call: async () => JSON.parse('{"content":[{"type":"x","n":-0}],"structuredContent":{"z":[-0]}}'),
    })
    expect(await harness.call()).toMatchObject({
      isError: false,
      value: { content: [{ type: 'x', n: 0 }], structuredContent: { z: [0] } },
    })
  })

  test('has null where a number is none in JSON, so that the registry takes it', async () => {
    harness.register({ call: async () => JSON.parse('{"structuredContent":[1e999,-0]}') })
    expect(await harness.call()).toMatchObject({ value: { content: [], structuredContent: [null, 0] } })
  })

  test('is cut for the model alone', async () => {
    harness.register({ maxModelBytes: 3, call: returns(text('abcdef')) })
    expect(await harness.call()).toEqual({
      isError: false,
      value: { content: [text('abcdef')] },
      content: [
        {
          type: 'text',
          text: 'abc\n[3 bytes of text are not shown: the limit is 3 bytes; programs still have the raw data]',
        },
      ],
    })
  })
})

describe('images', () => {
  test('become references in their place', async () => {
    harness.register({ call: returns(text('a'), png, text('b'), { ...gif, mimeType: 'image/jpeg' }) })
    const result = await harness.call()
    expect(result.content).toEqual([
      text('a'),
      { type: 'image', attachment: PNG_REF },
      text('b'),
      { type: 'image', attachment: expect.objectContaining({ mediaType: 'image/gif', width: 1, height: 1 }) },
    ])
    expect(result).toMatchObject({ isError: false, value: { content: [text('a'), png, text('b'), { data: GIF }] } })
    expect(await harness.storedFiles()).toHaveLength(2)
  })

  test('that are bad cost only themselves', async () => {
    harness.register({ call: returns(png, { type: 'image', data: '%', mimeType: 'image/png' }) })
    expect((await harness.call()).content).toEqual([
      { type: 'image', attachment: PNG_REF },
      text(
        notShown(
          'an image of type image/png',
          'its data is not canonical base64: it has a foreign character at position 0',
        ),
      ),
    ])
  })

  test('are all refused when the store refuses one, and no file is left behind', async () => {
    harness.register({ call: returns(png, { type: 'image', data: PNG_HEAD_THEN_NOISE }, text('kept')) })
    const why =
      'the attachment service refused the 2 images of this result together: Unsupported or malformed image data.'
    const noise = `an image of type image/png (${bytesOf(PNG_HEAD_THEN_NOISE)} bytes)`
    expect((await harness.call()).content).toEqual([text(`${pngIsNotShown(why)}\n${notShown(noise, why)}\nkept`)])
    expect(await harness.storedFiles()).toEqual([])
  })

  test('that come alone are refused alone', async () => {
    harness.register({ call: returns({ type: 'image', data: PNG_HEAD_THEN_NOISE }) })
    const noise = `an image of type image/png (${bytesOf(PNG_HEAD_THEN_NOISE)} bytes)`
    const why = 'the attachment service refused it: Unsupported or malformed image data.'
    expect((await harness.call()).content).toEqual([text(notShown(noise, why))])
  })

  test('are not stored when the call failed', async () => {
    harness.register({ call: async () => ({ isError: true, content: [text('boom'), png] }) })
    expect(await harness.call()).toMatchObject({ isError: true })
    expect(await harness.storedFiles()).toEqual([])
  })

  test('of a call that is cancelled while it runs are not stored', async () => {
    const controller = new AbortController()
    harness.register({
      call: async () => {
        controller.abort()
        return { content: [png] }
      },
    })
    expect(await harness.call({ signal: controller.signal })).toMatchObject({ isError: true })
    expect(await harness.storedFiles()).toEqual([])
  })

  test('of a call that is cancelled while its model is looked up are not stored', async () => {
    const controller = new AbortController()
    const leaving = await startHarness({ onLookup: () => controller.abort() })
    leaving.register({ call: returns(png) })
    expect(await leaving.call({ signal: controller.signal })).toMatchObject({ isError: true })
    expect(await leaving.storedFiles()).toEqual([])
    await leaving.dispose()
  })

  test.each([
    ['attachments', 'saveImages'],
    ['llm', 'resolveModelInfo'],
  ])('do not hold a cancelled call back when the service %s never answers', async (name, method) => {
    const controller = new AbortController()
    const silent = {
      [method]: () => {
        queueMicrotask(() => controller.abort(new Error('enough')))
        return new Promise(() => undefined)
      },
    }
    const host = { get: (service: string) => (service === name ? silent : harness.ctx.get(service)) }
    const tool = { name: 't', rawName: 't', inputSchema: {}, call: returns(png) }
    harness.tools.register(createMcpToolDefinition<ImageAttachmentRef>(host, tool))
    expect(await harness.call({ signal: controller.signal })).toMatchObject({
      isError: true,
      error: { message: 'enough' },
    })
    expect(await harness.storedFiles()).toEqual([])
  })

  test('of a result that misses its output schema are not stored', async () => {
    harness.register({ outputSchema: { type: 'object' }, call: returns(png) })
    expect(await harness.call()).toMatchObject({ isError: true, error: { info: { code: 'invalid-output' } } })
    expect(await harness.storedFiles()).toEqual([])
  })

  test('are admitted up to the number that the store takes at once, in their order', async () => {
    const images = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? png : gif))
    harness.register({ call: returns(...images) })
    const types = (await harness.call()).content.map((block) => block.type === 'image' && block.attachment.mediaType)
    expect(types).toEqual(images.map((image) => (image === png ? 'image/png' : 'image/gif')))
  })

  test.each([
    [
      'more than the store takes at once',
      Array.from({ length: 21 }, () => png),
      /refused the 21 images .* together: .*[Ii]mages?/,
    ],
    [
      'larger than the store takes',
      [png, largePng()],
      /refused the 2 images .* together: Image exceeds the configured byte limit/,
    ],
    ['of which the last is broken', [png, gif, { type: 'image', data: PNG_HEAD_THEN_NOISE }], /refused the 3 images/],
  ])('%s are all refused, each with the reason, and no file is left behind', async (_what, images, why) => {
    harness.register({ call: returns(...images) })
    const { isError, content } = await harness.call()
    const lines = content.flatMap((block) => (block.type === 'text' ? block.text.split('\n') : [block.type]))
    expect(isError).toBe(false)
    expect(lines).toEqual(images.map(() => expect.stringMatching(why)))
    expect(await harness.storedFiles()).toEqual([])
  })

  test('of a call that a program made are not stored', async () => {
    harness.register({ call: returns(png) })
    let parent: Parameters<Harness['call']>[0]
    harness.ctx.on('tools/pre-execute', (exec, next) => {
      parent ??= { parent: exec.token }
      return next()
    })
    await harness.call({ agent: agentWith('blind') })
    expect((await harness.call(parent)).content).toEqual([text(pngIsNotShown('a program made the call'))])
    expect(await harness.storedFiles()).toEqual([])
  })

  test.each([
    ['blind', undefined, 'the model blind does not declare image input'],
    ['silent', undefined, 'the model silent does not declare image input'],
    ['broken', undefined, 'the capabilities of the model cannot be looked up'],
    ['eyes', 'blind', 'the model blind does not declare image input'],
  ])('are not shown to the model %s (requested: %s): %s', async (model, requested, why) => {
    harness.register({ call: returns(png, text('b')) })
    expect((await harness.call({ agent: agentWith(model, requested) })).content).toEqual([
      text(`${pngIsNotShown(why)}\nb`),
    ])
    expect(await harness.storedFiles()).toEqual([])
  })

  test('follow the model of the request that the session has sent', async () => {
    harness.register({ call: returns(png) })
    const result = await harness.call({ agent: agentWith('blind', 'eyes') })
    expect(result.content).toEqual([{ type: 'image', attachment: PNG_REF }])
  })

  test('are not shown when nobody knows the caller', async () => {
    harness.register({ call: returns(png) })
    expect((await harness.callByNobody()).content).toEqual([
      text(pngIsNotShown('the model of the caller is not known')),
    ])
  })
})

test.each([
  [{ attachments: false }, 'the harness has no attachment service'],
  [{ llm: false }, 'the harness has no model service'],
])('in a harness with %j images are diagnostics', async (services, why) => {
  const poor = await startHarness(services)
  poor.register({ call: returns(png) })
  expect((await poor.call()).content).toEqual([text(pngIsNotShown(why))])
  await poor.dispose()
})

describe('policies', () => {
  const before = 'x'.repeat(70)
  const after = 'y'.repeat(70)

  beforeEach(() => {
    harness.register({ call: returns(text(before), png, text(after), gif) })
  })

  test('that shorten the text keep the images', async () => {
    harness.ctx.on('tools/post-execute', async (_exec, result) => {
      const [block] = result.content
      const all = block?.type === 'text' ? block.text : ''
      return { kind: 'accept', content: [{ type: 'text', text: `${all.slice(0, 80)} … the rest is in a file` }] }
    })
    expect((await harness.call()).content).toEqual([
      text(`${before}\n[an image … the rest is in a file`),
      { type: 'image', attachment: PNG_REF },
      { type: 'image', attachment: expect.objectContaining({ mediaType: 'image/gif' }) },
    ])
  })

  test('that replace the text by a notice withhold the images, and a line says so', async () => {
    harness.ctx.on('tools/post-execute', async () => ({ kind: 'accept', content: [{ type: 'text', text: 'Moved.' }] }))
    expect((await harness.call()).content).toEqual([
      text('Moved.'),
      text('[2 images are not shown: a policy withheld the result; programs still have the raw data]'),
    ])
  })

  test('that block the call leave no image', async () => {
    harness.ctx.on('tools/post-execute', async () => ({ kind: 'block', feedback: [{ type: 'text', text: 'No.' }] }))
    expect(await harness.call()).toMatchObject({ isError: true, content: [text('No.')] })
  })

  test('that replace the value leave no image', async () => {
    harness.ctx.on('tools/post-execute', async () => ({ kind: 'accept', value: { content: [text('other'), png] } }))
    expect(await harness.call()).toMatchObject({
      isError: false,
      content: [text(`other\n${pngIsNotShown('it is not part of this text')}`)],
    })
  })

  test('that see the result see one text, without base64', async () => {
    let seen: unknown
    harness.ctx.on('tools/post-execute', (_exec, result, next) => {
      seen = result.content
      return next()
    })
    await harness.call()
    const why = 'it is not part of this text'
    expect(seen).toEqual([text([before, pngIsNotShown(why), after, gifIsNotShown(why)].join('\n'))])
  })
})

describe('a failure', () => {
  test('of the tool rejects with its text, and mentions what an error cannot carry', async () => {
    harness.register({
      call: async () => ({ isError: true, content: [text('boom'), png, text('again')], structuredContent: { why: 1 } }),
    })
    const image = `[an image of type image/png (${bytesOf(PNG)} bytes) is not shown: the error of a failed call is text only]`
    const message = `boom\n${image}\nagain\nstructured content: {"why":1}`
    expect(await harness.call()).toEqual({
      isError: true,
      error: { message, info: { name: 'McpError', code: 'tool-error' } },
      content: [text(`Error: ${message}`)],
    })
  })

  test('of the tool with structured content alone is that JSON', async () => {
    const content = [text(' ')]
    for (const raw of [{}, { content }]) {
      const undo = harness.register({ call: async () => ({ ...raw, isError: true, structuredContent: { why: 1 } }) })
      expect(await harness.call()).toMatchObject({ error: { message: '{"why":1}', info: { code: 'tool-error' } } })
      undo()
    }
  })

  test('to match the output schema names the path and carries the text', async () => {
    harness.register({
      outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      call: async () => ({ content: [text('wrote 3 files')], structuredContent: { n: 'x' } }),
    })
    const message =
      'The tool has run, but its result does not match its output schema: at structuredContent/n: must be number.\n' +
      'wrote 3 files\nstructured content: {"n":"x"}'
    expect(await harness.call()).toMatchObject({
      error: { message, info: { name: 'McpError', code: 'invalid-output' } },
    })
  })

  test('to connect keeps its message and its code', async () => {
    harness.register({
      call: async () => {
        throw new McpError('lab: not connected; the next attempt is in 4 s', { code: 'not-connected', server: 'lab' })
      },
    })
    const message = 'lab: not connected; the next attempt is in 4 s'
    expect(await harness.call()).toEqual({
      isError: true,
      error: { message, info: { name: 'McpError', code: 'not-connected' } },
      content: [text(`Error: ${message}`)],
    })
  })

  test('of malformed arguments quotes the position and sends nothing', async () => {
    let calls = 0
    harness.register({
      call: async () => {
        calls += 1
        return {}
      },
    })
    const message = 'raw-t: the arguments are not valid JSON: unexpected "}" at position 5'
    expect(await harness.call({ arguments: '{"a":}' })).toMatchObject({
      error: { message, info: { code: 'protocol' } },
    })
    expect(calls).toBe(0)
  })

  test('of a tool that needs a task says so', async () => {
    harness.register({ taskRequired: true })
    const message = 'The tool raw-t of the MCP server lab can run only as a task, and tasks are not supported'
    expect(await harness.call()).toMatchObject({ error: { message, info: { code: 'protocol' } } })
  })

  test('by an abort stays an abort', async () => {
    const controller = new AbortController()
    harness.register({
      call: async (_args, { signal }) => {
        controller.abort()
        signal.throwIfAborted()
      },
    })
    const result = await harness.call({ signal: controller.signal })
    expect(result).toMatchObject({ isError: true, error: { message: 'This operation was aborted' } })
  })
})

describe('output schemas in the registry', () => {
  test('of every dialect are registered, and the own check holds', async () => {
    const outputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', anyOf: [{ minimum: 3 }] }
    let n = 1
    harness.register({ outputSchema, call: async () => ({ structuredContent: n }) })
    expect(await harness.call()).toMatchObject({ isError: true, error: { info: { code: 'invalid-output' } } })
    n = 3
    expect(await harness.call()).toMatchObject({ isError: false, value: { content: [], structuredContent: 3 } })
  })

  test('that cannot be used cost a diagnostic', async () => {
    harness.register({ outputSchema: { $ref: 'https://example.com/x' }, call: async () => ({ structuredContent: 1 }) })
    expect((await harness.call()).content).toEqual([
      text(
        "1\n[the result was not checked against its output schema: the schema cannot be used: can't resolve reference https://example.com/x from id #; programs still have the raw data]",
      ),
    ])
  })

  test('that the registry knows are its own as well', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    harness.register({ outputSchema, call: async () => ({ structuredContent: { n: 1 } }) })
    expect(harness.tools.get('t')?.output.schema).toEqual({
      type: 'object',
      properties: { content: { type: 'array' }, structuredContent: outputSchema },
      required: ['content', 'structuredContent'],
      additionalProperties: false,
    })
    expect(await harness.call()).toMatchObject({ isError: false, value: { content: [], structuredContent: { n: 1 } } })
  })
})
