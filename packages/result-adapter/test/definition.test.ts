import { describe, expect, test } from 'vitest'
import {
  createMcpToolDefinition,
  type McpToolDefinition,
  type McpToolSource,
  type ToolExecution,
} from '../src/index.js'
import { notShown, bytesOf, PNG, text } from './support/samples.js'

const host = { get: (): undefined => undefined }

function define(tool: Partial<McpToolSource> = {}): McpToolDefinition {
  return createMcpToolDefinition(host, {
    name: 'mcp__s__t',
    rawName: 't',
    inputSchema: { type: 'object', properties: {} },
    call: async () => ({ content: [text('done')] }),
    ...tool,
  })
}

const execution = (): ToolExecution => ({ signal: new AbortController().signal })

describe('the declaration', () => {
  test('has the name and the description', () => {
    expect(define({ description: 'Does\u202e it.\nWell.' })).toMatchObject({
      name: 'mcp__s__t',
      description: 'Does it.\nWell.',
    })
  })

  test.each([undefined, null, '', '  ', '\u200b\n'])('replaces the description %j by a sentence', (description) => {
    expect(define({ description }).description).toBe('The tool t has no description.')
    expect(define({ description, server: 'lab' }).description).toBe(
      'The tool t of the MCP server lab has no description.',
    )
  })

  test('caps a description of megabytes', () => {
    const { description } = define({ description: 'é'.repeat(1_000_000) })
    expect(description).toBe(`${'é'.repeat(8_190)}…`)
  })

  test.each([
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [{}, { type: 'object', properties: {} }],
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [{ anyOf: [{ required: ['a'] }] }, { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] }],
  ])('completes the root of %j and nothing else', (inputSchema, parameters) => {
    expect(define({ inputSchema }).parameters).toEqual(parameters)
  })

  test.each([
    [{ type: 'object', properties: { properties: { type: 'string' }, type: {} }, required: ['type'] }],
    [
      {
        $schema: 'x',
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { items: { $ref: '#/$defs/a' } } },
      },
    ],
  ])('passes %j on unchanged', (inputSchema) => {
    expect(JSON.stringify(define({ inputSchema }).parameters)).toBe(JSON.stringify(inputSchema))
  })

  test('lets calls overlap only when the tool says that it reads', () => {
    const safe = (annotations: McpToolSource['annotations']): unknown => define({ annotations }).isConcurrencySafe?.({})
    expect([
      safe({ readOnlyHint: true }),
      safe({ readOnlyHint: 'true' }),
      safe({}),
      safe(null),
      safe(undefined),
    ]).toEqual([true, false, false, false, false])
  })
})

describe('rendering', () => {
  test('is a pure function of the value, with images as text', () => {
    const { output } = define()
    const value = { content: [text('a'), { type: 'image', data: PNG }], structuredContent: { n: 1 } }
    const diagnostic = notShown(`an image of type image/png (${bytesOf(PNG)} bytes)`, 'it is not part of this text')
    const expected = [text(`a\n${diagnostic}\n{"n":1}`)]
    expect(output.render({}, value)).toEqual(expected)
    expect(output.render(undefined, value)).toEqual(expected)
  })

  test('says something of any value that a policy may have put in', () => {
    const nothing = [text('The tool returned nothing for the model to read.')]
    for (const value of [null, 7, [], { content: [] }]) expect(define().output.render({}, value)).toEqual(nothing)
  })
})

describe('hooks', () => {
  const withImage = { call: async (): Promise<unknown> => ({ content: [{ type: 'image', data: PNG }] }) }
  const why = notShown(`an image of type image/png (${bytesOf(PNG)} bytes)`, 'the harness has no attachment service')

  async function run(definition: McpToolDefinition): Promise<{
    exec: ToolExecution
    result: { isError: false; value: { content: never[] } & object; content: { type: string }[] }
  }> {
    const exec = execution()
    const value = JSON.parse(JSON.stringify(await definition.execute({}, exec)))
    return { exec, result: { isError: false, value, content: definition.output.render({}, value) } }
  }

  test('leave a text alone', async () => {
    const definition = define()
    const { exec, result } = await run(definition)
    expect(definition.finalizeContent(exec, result)).toBeUndefined()
    expect(definition.projectContent(exec, result)).toBeUndefined()
  })

  test('install the content at the end, on harnesses that know only that', async () => {
    const definition = define(withImage)
    const { exec, result } = await run(definition)
    expect(definition.finalizeContent(exec, result)).toEqual([text(why)])
  })

  test('install it before the policies on newer ones, and what a policy makes of it is final', async () => {
    const definition = define(withImage)
    const { exec, result } = await run(definition)
    expect(definition.projectContent(exec, result)).toEqual([text(why)])
    expect(definition.finalizeContent(exec, { ...result, content: [text('policy')] })).toBeUndefined()
  })

  test('know nothing of an execution that is not theirs, or that failed', async () => {
    const definition = define(withImage)
    const { exec, result } = await run(definition)
    expect(definition.finalizeContent(execution(), result)).toBeUndefined()
    expect(definition.finalizeContent(exec, { isError: true, content: [] })).toBeUndefined()
  })

  test('work on a copy of the definition, as callers spread it', async () => {
    const definition = { ...define(withImage), mcp: { server: 's' } }
    const { exec, result } = await run(definition)
    expect(definition.finalizeContent(exec, result)).toEqual([text(why)])
  })
})

test('a rejection that is no McpError passes through as it is', async () => {
  const reason = new TypeError('a bug')
  const definition = define({
    call: async () => {
      throw reason
    },
  })
  await expect(definition.execute({}, execution())).rejects.toBe(reason)
})

test('a call that is cancelled while it runs rejects with the reason of the signal', async () => {
  const controller = new AbortController()
  const reason = new Error('the user left')
  const definition = define({
    call: async () => {
      controller.abort(reason)
      return { content: [text('too late')] }
    },
  })
  await expect(definition.execute({}, { signal: controller.signal })).rejects.toBe(reason)
})
