import { describe, expect, test } from 'vitest'
import { projectResult, type McpOutcome } from '../../src/index.js'
import { text } from '../support/samples.js'

const check = (outputSchema: unknown, structuredContent?: unknown): McpOutcome =>
  projectResult(
    { content: [text('done')], ...(structuredContent === undefined ? {} : { structuredContent }) },
    { outputSchema },
  )

const mismatch = (reason: string, structuredContent?: unknown): McpOutcome => ({
  isError: true,
  code: 'invalid-output',
  content: [
    {
      type: 'text',
      text: [
        `The tool has run, but its result does not match its output schema: ${reason}.`,
        'done',
        ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]),
      ].join('\n'),
    },
  ],
  value: JSON.parse(JSON.stringify({ content: [text('done')], structuredContent })),
})

const valid = (structuredContent: unknown): McpOutcome =>
  JSON.parse(
    JSON.stringify({
      isError: false,
      content: [{ type: 'text', text: `done\n${JSON.stringify(structuredContent)}` }],
      value: { content: [text('done')], structuredContent },
    }),
  )

const unchecked = (reason: string, structuredContent: unknown): McpOutcome => {
  const line = `[the result was not checked against its output schema: ${reason}; programs still have the raw data]`
  const outcome = valid(structuredContent)
  return { ...outcome, content: [{ type: 'text', text: `done\n${JSON.stringify(structuredContent)}\n${line}` }] }
}

describe('a declared output schema', () => {
  const schema = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } } },
    required: ['items'],
  }

  test('lets a value pass that matches', () => {
    expect(check(schema, { items: [{ id: 1 }] })).toEqual(valid({ items: [{ id: 1 }] }))
  })

  test('fails a mismatch with the path and the text of the tool, which has already run', () => {
    const value = { items: [{ id: 1 }, { id: 'two' }] }
    expect(check(schema, value)).toEqual(mismatch('at structuredContent/items/1/id: must be integer', value))
  })

  test('fails a result without structured content, and says what is missing', () => {
    expect(check(schema)).toEqual(mismatch('structuredContent is missing'))
  })

  test('names a property that must not be there', () => {
    expect(check({ additionalProperties: false }, { extra: 1 })).toEqual(
      mismatch('at structuredContent: must NOT have additional properties ("extra")', { extra: 1 }),
    )
  })

  test('names at most three mistakes, each cleaned and short', () => {
    const key = `k\u202e]${'x'.repeat(1_000)}`
    const outcome = check({ additionalProperties: { anyOf: [1, 2, 3, 4].map((n) => ({ const: n })) } }, { [key]: 0 })
    const [line = ''] = outcome.content[0]?.type === 'text' ? outcome.content[0].text.split('\n') : []
    expect(line.match(/must be equal to constant/g)).toHaveLength(3)
    expect(line.length).toBeLessThan(1_000)
    expect(line).not.toContain('\u202e')
  })

  test.each([undefined, null])('of %s constrains nothing', (none) => {
    expect(check(none, { any: 'thing' })).toEqual(valid({ any: 'thing' }))
  })

  test('is not taken in by names that every object has', () => {
    expect(check({ required: ['toString'] }, {})).toEqual(
      mismatch("at structuredContent: must have required property 'toString'", {}),
    )
    expect(check({ properties: { constructor: { type: 'string' } } }, {})).toEqual(valid({}))
  })

  test('takes format as an annotation', () => {
    expect(check({ properties: { a: { type: 'string', format: 'date-time' } } }, { a: 'x' })).toEqual(valid({ a: 'x' }))
  })
})

describe('dialects', () => {
  const draft = (name: string): string => `http://json-schema.org/${name}/schema#`
  const year = (name: string): string => `https://json-schema.org/draft/${name}/schema`

  // Each schema uses a keyword whose meaning belongs to its dialect, so that another dialect would let the value pass.
  test.each([
    ['none', { prefixItems: [{ type: 'string' }] }, [1], 'at structuredContent/0: must be string'],
    [
      '2020-12',
      { $schema: year('2020-12'), prefixItems: [{ type: 'string' }] },
      [1],
      'at structuredContent/0: must be string',
    ],
    [
      '2019-09',
      { $schema: year('2019-09'), items: [{ type: 'string' }], unevaluatedItems: false },
      ['a', 1],
      'at structuredContent: must NOT have more than 1 items',
    ],
    [
      'draft-07',
      { $schema: draft('draft-07'), items: [{ if: { const: 1 }, else: false }] },
      [2],
      'at structuredContent/0: boolean schema is false',
    ],
    [
      'draft-06',
      { $schema: draft('draft-06'), items: [{ exclusiveMinimum: 0 }] },
      [0],
      'at structuredContent/0: must be > 0',
    ],
    [
      'draft-04',
      { $schema: draft('draft-04'), id: 'http://x/y', minimum: 0, exclusiveMinimum: true },
      0,
      'at structuredContent: must be > 0',
    ],
    [
      'draft-07 without #',
      { $schema: 'https://json-schema.org/draft-07/schema', type: 'string' },
      1,
      'at structuredContent: must be string',
    ],
  ])('%s is checked in its own way', (_name, schema, value, reason) => {
    expect(check(schema, value)).toEqual(mismatch(reason, value))
  })

  test.each(['draft-07', 'draft-06', 'draft-04'])('%s ignores what stands beside a $ref', (name) => {
    const definitions = { list: { type: 'array' } }
    const schema = { $schema: draft(name), definitions, items: { $ref: '#/definitions/list', maxItems: 1 } }
    expect(check(schema, [[1, 2]])).toEqual(valid([[1, 2]]))
    expect(check(schema, [1])).toEqual(mismatch('at structuredContent/0: must be array', [1]))
    const later = { ...schema, $schema: year('2019-09') }
    expect(check(later, [[1, 2]])).toMatchObject({ code: 'invalid-output' })
  })

  test.each([
    ['draft-06', { if: false, else: false }],
    ['draft-04', { if: false, else: false }],
    ['draft-04', { const: 2 }],
    ['draft-04', { contains: false }],
    ['draft-04', { propertyNames: false }],
  ])('%s does not know %j, as later dialects do', (name, keywords) => {
    for (const value of [[1], { a: 1 }]) {
      expect(check({ $schema: draft(name), ...keywords }, value)).toEqual(valid(value))
    }
    const later = [[1], { a: 1 }].map((value) => check({ $schema: draft('draft-07'), ...keywords }, value).code)
    expect(later).toContain('invalid-output')
  })

  test('references inside the schema work, cyclic ones too', () => {
    const tree = {
      $defs: { node: { properties: { next: { $ref: '#/$defs/node' }, n: { type: 'number' } } } },
      $ref: '#/$defs/node',
    }
    expect(check(tree, { next: { next: { n: 1 } } })).toEqual(valid({ next: { next: { n: 1 } } }))
    const wrong = { next: { next: { n: 'x' } } }
    expect(check(tree, wrong)).toEqual(mismatch('at structuredContent/next/next/n: must be number', wrong))
  })

  test('two schemas with the same $id are each checked by their own', () => {
    const $id = 'https://example.com/schema'
    expect(check({ $id, type: 'string' }, 's')).toEqual(valid('s'))
    expect(check({ $id, type: 'number' }, 1)).toEqual(valid(1))
    expect(check({ $id, type: 'number' }, 's')).toEqual(mismatch('at structuredContent: must be number', 's'))
  })
})

describe('a schema that cannot be used leaves the value unconstrained, with one diagnostic', () => {
  test.each([
    ['an unknown $schema', { $schema: 'urn:x' }, 'the schema cannot be used: its dialect "urn:x" is unknown'],
    ['a $schema that is no text', { $schema: 4 }, 'the schema cannot be used: its $schema is a number'],
    [
      'a remote $ref',
      { $ref: 'https://example.com/x.json' },
      "the schema cannot be used: can't resolve reference https://example.com/x.json from id #",
    ],
    [
      'a $ref that leads nowhere',
      { $ref: '#/$defs/none' },
      "the schema cannot be used: can't resolve reference #/$defs/none from id #",
    ],
    ['an unknown type', { type: 'objekt' }, 'the schema cannot be used: type must be JSONType or JSONType(): objekt'],
    [
      'properties that are a text',
      { properties: 'x' },
      'the schema cannot be used: properties value must be ("object")',
    ],
    ['an asynchronous schema', { $async: true, type: 'string' }, 'the schema cannot be used: it is asynchronous'],
    ['a list', [], 'the schema is a list, not an object'],
    ['true', true, 'the schema is a boolean, not an object'],
  ])('%s', (_what, schema, reason) => {
    expect(check(schema, { n: 1 })).toEqual(unchecked(reason, { n: 1 }))
  })

  test('also when structured content is missing', () => {
    expect(check({ $schema: 'urn:x' })).toMatchObject({ isError: false })
  })

  test('a cyclic object and one that JSON cannot hold', () => {
    const cyclic: { [key: string]: unknown } = { type: 'object' }
    cyclic['properties'] = { self: cyclic }
    expect(check(cyclic, {})).toEqual(unchecked('the schema cannot be used: it is nested deeper than 64 levels', {}))
    expect(check({ const: 1n }, {})).toEqual(unchecked('the schema cannot be used: it is not JSON', {}))
  })
})

describe('no schema stalls the process', () => {
  test('catastrophic backtracking does not happen', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } }
    const a = 'a'.repeat(100_000)
    expect(check(schema, { a })).toMatchObject({ isError: false })
    expect(check(schema, { a: `${a}!` })).toMatchObject({ isError: true, code: 'invalid-output' })
    expect(check({ patternProperties: { '^(a+)+$': false } }, { [`${a}!`]: 1 })).toMatchObject({ isError: false })
    expect(check({ propertyNames: { pattern: '^(a+)+$' } }, { [`${a}!`]: 1 })).toMatchObject({ isError: true })
  })

  test('a pattern is not tried on a text of more than a million characters', () => {
    const schema = { pattern: 'a' }
    expect(check(schema, 'a'.repeat(1_000_000))).toMatchObject({ isError: false })
    const outcome = check(schema, 'a'.repeat(1_000_001))
    expect(outcome.content[0]).toMatchObject({
      text: expect.stringContaining(
        '[the result was not checked against its output schema: a text is longer than the 1000000 characters that a pattern is tested on;',
      ),
    })
  })

  test('a thousand properties are no problem', () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `p${n}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    expect(check({ properties }, { p999: 1 })).toEqual(
      mismatch('at structuredContent/p999: must be string', { p999: 1 }),
    )
  })

  test('references that double at every step are given up', () => {
    const $defs: { [key: string]: unknown } = { d40: {} }
    for (let n = 0; n < 40; n += 1) $defs[`d${n}`] = { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${n + 1}` })) }
    expect(check({ $defs, $ref: '#/$defs/d0' }, {})).toEqual(unchecked('it took longer than 500 ms', {}))
  })

  test('uniqueItems over many objects is given up', () => {
    const value = Array.from({ length: 60_000 }, (_, n) => ({ n }))
    expect(check({ uniqueItems: true }, value)).toEqual(unchecked('it took longer than 500 ms', value))
  })

  test('a value that is nested deeper than the stack is given up', () => {
    let value: unknown = {}
    for (let level = 0; level < 200_000; level += 1) value = { next: value }
    const outcome = check({ properties: { next: { $ref: '#' } } }, value)
    expect(outcome.isError).toBe(false)
    expect(JSON.stringify(outcome.content)).toContain('was not checked against its output schema: Maximum call stack')
  })
})
