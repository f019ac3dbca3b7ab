import type { JsonObject } from '@harness-mcp/result-adapter'
import { describe, expect, test } from 'vitest'

import { parseForm } from '../../src/elicitation/form.js'

const plain = (text: string): string => text.replaceAll('\u200B', '')

function fieldOf(field: unknown): unknown {
  const parsed = parseForm({ type: 'object', properties: { f: JSON.parse(JSON.stringify(field)) } }, plain)
  return parsed.ok ? parsed.schema.properties['f'] : parsed.reason
}

const STRANGE = '"f" is no field that a form can have'
const A = { const: 'a', title: 'a' }
const B = { const: 'b', title: 'b' }

describe('a field', () => {
  test.each<[string, unknown, unknown]>([
    ['a text', { type: 'string' }, { type: 'string' }],
    [
      'a text with everything',
      {
        type: 'string',
        title: 'T',
        description: 'D',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        format: 'email',
        default: 'a@b',
      },
      {
        type: 'string',
        title: 'T',
        description: 'D',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        format: 'email',
        default: 'a@b',
      },
    ],
    ['an unknown format', { type: 'string', format: 'uuid' }, { type: 'string' }],
    ['bounds that make no sense', { type: 'string', minLength: -1, maxLength: '3' }, { type: 'string' }],
    [
      'a default that breaks its own bound',
      { type: 'string', maxLength: 2, default: 'long' },
      { type: 'string', maxLength: 2 },
    ],
    ['a default that hides what it says', { type: 'string', default: 'de\u202Elete' }, { type: 'string' }],
    ['a default that nobody reads to its end', { type: 'string', default: 'x'.repeat(8_193) }, { type: 'string' }],
    ['a default of several lines', { type: 'string', default: 'a\n\tb' }, { type: 'string', default: 'a\n\tb' }],
    ['a default of another type', { type: 'boolean', default: 'yes' }, { type: 'boolean' }],
    ['a default that is false', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    ['a default that is 0', { type: 'number', default: 0 }, { type: 'number', default: 0 }],
    ['a default that is empty', { type: 'string', default: '' }, { type: 'string', default: '' }],
    ['a fraction by default', { type: 'integer', default: 1.5 }, { type: 'integer' }],
    [
      'a list of values',
      { type: 'string', enum: ['a', 'b'], default: 'b' },
      { type: 'string', oneOf: [A, B], default: 'b' },
    ],
    ['a default that is not offered', { type: 'string', enum: ['a'], default: 'z' }, { type: 'string', oneOf: [A] }],
    ['a value that stands twice', { type: 'string', enum: ['a', 'b', 'a'] }, { type: 'string', oneOf: [A, B] }],
    ['titled values under another keyword', { type: 'string', anyOf: [A, B] }, { type: 'string', oneOf: [A, B] }],
    ['a list without a type', { enum: ['a'] }, { type: 'string', oneOf: [A] }],
    [
      'names beside the values, as in 2025-06-18',
      { type: 'string', enum: ['a', 'b'], enumNames: ['Alpha'] },
      { type: 'string', oneOf: [{ const: 'a', title: 'Alpha' }, B] },
    ],
    [
      'titled values',
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Al\u200Bpha' },
          { const: 'b', title: ' ' },
        ],
      },
      { type: 'string', oneOf: [{ const: 'a', title: 'Alpha' }, B] },
    ],
    [
      'several values',
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] },
      { type: 'array', minItems: 1, maxItems: 2, items: { anyOf: [A, B] }, default: ['b'] },
    ],
    [
      'several titled values',
      { type: 'array', items: { anyOf: [{ const: 'a' }] } },
      { type: 'array', items: { anyOf: [A] } },
    ],
    [
      'several by default that are not offered',
      { type: 'array', items: { enum: ['a'] }, default: ['z'] },
      { type: 'array', items: { anyOf: [A] } },
    ],
    ['an object', { type: 'object', properties: {} }, STRANGE],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, STRANGE],
    ['a list of any text', { type: 'array', items: { type: 'string' } }, STRANGE],
    ['two types', { type: ['string', 'null'] }, STRANGE],
    ['no type', {}, STRANGE],
    ['a reference', { $ref: '#/x' }, STRANGE],
    ['null', null, STRANGE],
    ['no values', { type: 'string', enum: [] }, STRANGE],
    [
      'two titles that send the same',
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Keep' },
          { const: 'a', title: 'Delete' },
        ],
      },
      STRANGE,
    ],
    ['two names that send the same', { type: 'string', enum: ['a', 'a'], enumNames: ['Keep', 'Delete'] }, STRANGE],
    ['a value that is a number', { type: 'string', enum: ['a', 1] }, STRANGE],
    ['a titled value without a value', { type: 'string', oneOf: [{ title: 'x' }] }, STRANGE],
    ['a value that hides what it says', { type: 'string', enum: ['de\u202Elete'] }, STRANGE],
    ['a value that is too long', { type: 'string', enum: ['x'.repeat(257)] }, STRANGE],
    [
      'more values than anybody can read',
      { type: 'string', enum: Array.from({ length: 513 }, (_, at) => `${at}`) },
      STRANGE,
    ],
    ['a pattern that is no text', { type: 'string', pattern: 7 }, STRANGE],
    ['a pattern that is too long', { type: 'string', pattern: 'x'.repeat(1_025) }, STRANGE],
  ])('%s', (_, raw, expected) => {
    expect(fieldOf(raw)).toEqual(expected)
  })

  test('has no bound beyond all numbers', () => {
    const raw: JsonObject = JSON.parse('{"properties":{"f":{"type":"number","minimum":-1e999,"maximum":1e999}}}')
    const parsed = parseForm(raw, plain)
    expect(parsed.ok && Object.keys(parsed.schema.properties['f'] ?? {})).toEqual(['type'])
  })

  test('has a title of 256 bytes at most', () => {
    expect(fieldOf({ type: 'boolean', title: 'x'.repeat(10_000) })).toEqual({
      type: 'boolean',
      title: `${'x'.repeat(253)}…`,
    })
  })
})

describe('a form', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['of another type', { type: 'array' }, 'its schema is not that of a flat object'],
    ['with fields in a list', { type: 'object', properties: [] }, 'its schema is not that of a flat object'],
    [
      'that requires what it does not have',
      { properties: {}, required: ['a'] },
      'it requires a field that it does not have',
    ],
    [
      'with a field whose name hides something',
      { properties: { 'a\u202Eb': { type: 'string' } } },
      '"ab" is no field that a form can have',
    ],
    [
      'with more fields than anybody fills in',
      { properties: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, { type: 'string' }])) },
      'it has more than 64 fields',
    ],
  ])('%s is refused', (_, raw, reason) => {
    expect(parseForm(JSON.parse(JSON.stringify(raw)), plain)).toEqual({ ok: false, reason })
  })

  test('without fields is one that only wants a yes', () => {
    expect(parseForm({}, plain)).toEqual({ ok: true, schema: { type: 'object', properties: {}, required: [] } })
  })

  test('keeps a field with the name of something every object has', () => {
    const raw: { properties: Record<string, { type: string }> } = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}},"required":["__proto__"]}',
    )
    const parsed = parseForm(raw, plain)
    expect(parsed.ok && Object.keys(parsed.schema.properties)).toEqual(['__proto__', 'constructor'])
    expect(parsed.ok && parsed.schema.required).toEqual(['__proto__'])
  })

  test('is frozen through and through', () => {
    const parsed = parseForm({ properties: { f: { type: 'string', enum: ['a'] } } }, plain)
    if (!parsed.ok) throw new Error(parsed.reason)
    const field = parsed.schema.properties['f']
    const option = field && 'oneOf' in field ? field.oneOf[0] : undefined
    expect([parsed.schema, parsed.schema.properties, field, option].map((part) => Object.isFrozen(part))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})
