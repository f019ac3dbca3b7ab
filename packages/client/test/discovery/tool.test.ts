import { publicToolName } from '@harness-mcp/naming'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type McpTool, type ParsedTool, parseTool } from '../../src/discovery/tool.js'

function parsed(raw: object): McpTool & { remark?: string } {
  const result = parseTool('s', raw)
  if (!result.ok) throw new Error(result.reason)
  return { ...result.tool, ...(result.remark !== undefined && { remark: result.remark }) }
}

function refused(raw: unknown): Extract<ParsedTool, { ok: false }> {
  const result = parseTool('s', raw)
  if (result.ok) throw new Error('the tool was accepted')
  return result
}

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }

/** What `JSON.parse` gives for arrays within arrays: deeper than `JSON.stringify` can go. */
function deep(): unknown {
  return JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
}

describe('names', () => {
  test.each([
    'echo',
    'catalog.get-entity-facets',
    'user-profile/update',
    '查询',
    `${'x'.repeat(70)}1`,
    'a b',
    '__proto__',
    'a\nb',
  ])('%j keeps its raw name beside the public one', (name) => {
    const tool = parsed({ name, inputSchema: schema })
    expect(tool).toMatchObject({ rawName: name, server: 's', name: publicToolName('s', name) })
    expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  test.each([[{}], [{ name: '' }], [{ name: null }], [{ name: 7 }], [{ name: ['a'] }]])(
    '%j is a tool without a name',
    (raw) => {
      expect(refused(raw)).toEqual({ ok: false, label: 'an element', reason: 'it has no name' })
    },
  )

  test.each([[null], [[]], ['echo'], [7], [undefined]])('%j is no tool', (raw) => {
    expect(refused(raw)).toEqual({ ok: false, label: 'an element', reason: 'it is not an object' })
  })

  test('a name that no one could type is left out', () => {
    expect(parsed({ name: 'x'.repeat(1_024) }).rawName).toHaveLength(1_024)
    expect(refused({ name: 'x'.repeat(1_025) })).toMatchObject({ reason: 'its name has 1025 characters' })
  })

  test('a label shows no control characters', () => {
    expect(refused({ name: 'a\u001B[31m\nb', inputSchema: 7 }).label).toBe('"a[31m b"')
  })
})

describe('descriptions', () => {
  test.each([[undefined], [null], [''], [' \n\t'], [7], ['\u200B\u202E']])('%j becomes a short text', (description) => {
    expect(parsed({ name: 'get.it', description }).description).toBe('The tool get.it of the MCP server s.')
  })

  test('a text is kept, without control characters and invisible ones', () => {
    expect(parsed({ name: 'a', description: ' Does it.\r\n\u001B[1mNow\u200B. ' }).description).toBe(
      'Does it.\n[1mNow.',
    )
  })

  test('a long text is cut to 16 KiB', () => {
    const { description } = parsed({ name: 'a', description: 'é'.repeat(100_000) })
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(16_384)
    expect(description.endsWith('…')).toBe(true)
  })
})

describe('input schemas', () => {
  const empty = { type: 'object', properties: {} }

  test.each<[string, unknown, unknown]>([
    ['no schema', undefined, empty],
    ['null', null, empty],
    ['an empty one', {}, empty],
    ['only the type', { type: 'object' }, empty],
    ['no root type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    ['a whole one', schema, schema],
    [
      'parameters called type and properties',
      { type: 'object', properties: { type: { type: 'string' }, properties: { type: 'array' } } },
      'same',
    ],
    ['root anyOf without properties', { type: 'object', anyOf: [{ required: ['a'] }] }, 'same'],
    ['root oneOf without a type', { oneOf: [schema] }, { type: 'object', oneOf: [schema] }],
    ['a root $ref', { type: 'object', $ref: '#/$defs/a', $defs: { a: schema } }, 'same'],
    [
      'cyclic $defs',
      {
        type: 'object',
        properties: { n: { $ref: '#/$defs/n' } },
        $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } },
      },
      'same',
    ],
    [
      'keywords of the future',
      { type: 'object', properties: {}, 'x-mcp-header': 'A', additionalProperties: false },
      'same',
    ],
  ])('%s', (_, inputSchema, expected) => {
    expect(parsed({ name: 'a', inputSchema }).inputSchema).toEqual(expected === 'same' ? inputSchema : expected)
  })

  test.each<[unknown, string]>([
    ['object', 'its inputSchema is not an object'],
    [[], 'its inputSchema is not an object'],
    [true, 'its inputSchema is not an object'],
    [{ type: 'string' }, 'the type of its inputSchema is not "object"'],
    [{ type: ['object', 'null'] }, 'the type of its inputSchema is not "object"'],
    [{ type: 'object', properties: 'object' }, 'the properties of its inputSchema are not an object'],
    [{ type: 'object', properties: [] }, 'the properties of its inputSchema are not an object'],
    [{ type: 'object', properties: null }, 'the properties of its inputSchema are not an object'],
  ])('%j is left out', (inputSchema, reason) => {
    expect(refused({ name: 'a', inputSchema })).toEqual({ ok: false, label: '"a"', reason })
  })

  test('one that no model could read is left out', () => {
    expect(refused({ name: 'a', inputSchema: { description: 'x'.repeat(1_000_000) } }).reason).toMatch(
      /^its inputSchema has \d+ characters$/,
    )
  })

  test('one that is nested too deeply to be written is left out', () => {
    expect(refused({ name: 'a', inputSchema: { properties: { a: { enum: deep() } } } }).reason).toBe(
      'its inputSchema is nested too deeply',
    )
  })

  test('the object of the server is not changed', () => {
    const inputSchema = Object.freeze({ type: 'object' })
    expect(parsed({ name: 'a', inputSchema }).inputSchema).toEqual({ type: 'object', properties: {} })
    expect(inputSchema).toEqual({ type: 'object' })
  })
})

describe('output schemas', () => {
  test.each([
    [{ $ref: '#/nowhere' }],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', id: 'a' }],
    [{ $schema: 'urn:unknown' }],
    [{ $id: 'shared', type: 'object' }],
    [{ type: 'array' }],
    [{}],
  ])('%j is kept as it is', (outputSchema) => {
    const tool = parsed({ name: 'a', outputSchema })
    expect(tool.outputSchema).toEqual(outputSchema)
    expect(tool.remark).toBeUndefined()
  })

  test.each<[unknown, RegExp]>([
    ['object', /it is not an object$/],
    [[], /it is not an object$/],
    [{ description: 'x'.repeat(1_000_000) }, /it has \d+ characters$/],
    [{ enum: deep() }, /it is nested too deeply$/],
  ])('a broken one is dropped with one diagnostic, and the tool stays', (outputSchema, reason) => {
    const tool = parsed({ name: 'a', outputSchema })
    expect(tool).not.toHaveProperty('outputSchema')
    expect(tool.remark).toMatch(/^the output schema of "a" was dropped: /)
    expect(tool.remark).toMatch(reason)
  })

  test.each([[undefined], [null]])('%j is none', (outputSchema) => {
    expect(parsed({ name: 'a', outputSchema })).not.toHaveProperty('outputSchema')
  })
})

describe('hints', () => {
  test('are taken when they have the right type, and marked as untrusted by their name', () => {
    const annotations = {
      title: 'T',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: 'yes',
      openWorldHint: null,
      other: 1,
    }
    expect(parsed({ name: 'a', annotations }).untrustedHints).toEqual({
      title: 'T',
      readOnly: true,
      destructive: false,
    })
  })

  test.each([[undefined], [null], ['x'], [[]]])('%j are none', (annotations) => {
    expect(parsed({ name: 'a', annotations }).untrustedHints).toEqual({})
  })

  test('the title of the tool wins over the title of its annotations', () => {
    expect(parsed({ name: 'a', title: 'Own\nTitle', annotations: { title: 'Other' } }).untrustedHints.title).toBe(
      'Own Title',
    )
  })
})

describe('task support', () => {
  test.each([
    [{ taskSupport: 'required' }, true],
    [{ taskSupport: 'optional' }, false],
    [undefined, false],
    [null, false],
    ['required', false],
  ])('%j', (execution, expected) => {
    expect(parsed({ name: 'a', execution }).taskRequired).toBe(expected)
  })
})

describe('fingerprints', () => {
  const base = { name: 'a', description: 'd', inputSchema: schema, outputSchema: {} }
  const of = (changes: object): string => parsed({ ...base, ...changes }).fingerprint

  test.each([
    [{ name: 'b' }],
    [{ description: 'e' }],
    [{ inputSchema: { ...schema, required: [] } }],
    [{ outputSchema: { type: 'object' } }],
  ])('change with %j', (changes) => {
    expect(of(changes)).not.toBe(of({}))
  })

  test('do not change with hints, titles and unknown fields', () => {
    expect(of({ annotations: { readOnlyHint: true }, title: 'T', icons: [] })).toBe(of({}))
    expect(of({})).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('whatever JSON a server sends, parsing does not throw', () => {
  const field = fc.oneof(fc.jsonValue(), fc.constant(undefined))
  const raw = fc.record({
    name: field,
    description: field,
    inputSchema: field,
    outputSchema: field,
    annotations: field,
    execution: field,
  })
  fc.assert(
    fc.property(fc.oneof(raw, fc.jsonValue()), (value) => {
      const result = parseTool('s', value)
      expect(result.ok ? result.tool.inputSchema.type : result.reason).toMatch(/./)
    }),
  )
})
