import type { JsonObject } from '@harness-mcp/result-adapter'
import { describe, expect, test } from 'vitest'

import { fill } from '../../src/elicitation/content.js'
import { parseForm } from '../../src/elicitation/form.js'

/** What is sent, or why nothing is. */
function sent(properties: unknown, given: unknown, required: readonly string[] = []): unknown {
  const raw: JsonObject = JSON.parse(JSON.stringify({ type: 'object', properties, required }))
  const form = parseForm(raw, (text) => text)
  if (!form.ok) throw new Error(form.reason)
  const filled = fill(form.schema, given, raw)
  return filled.ok ? filled.content : filled.reason
}

const DEFAULTS = {
  text: { type: 'string', default: 'John Doe' },
  whole: { type: 'integer', default: 0 },
  number: { type: 'number', default: 95.5 },
  choice: { type: 'string', enum: ['on', 'off'], default: 'off' },
  yes: { type: 'boolean', default: false },
  several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
  open: { type: 'string' },
}

describe('defaults', () => {
  test('fill in what was left out, and nothing else', () => {
    const all = { text: 'John Doe', whole: 0, number: 95.5, choice: 'off', yes: false, several: ['a'] }
    expect(sent(DEFAULTS, {})).toEqual(all)
    expect(sent(DEFAULTS, { text: undefined })).toEqual(all)
    expect(sent(DEFAULTS, { text: '', yes: true, several: [] })).toEqual({ ...all, text: '', yes: true, several: [] })
  })

  test('fill in what is required', () => {
    expect(sent(DEFAULTS, {}, ['text', 'yes'])).toMatchObject({ text: 'John Doe', yes: false })
    expect(sent(DEFAULTS, {}, ['open'])).toBe('content.open: it is required, and has no default')
  })
})

describe('content', () => {
  test('is a copy', () => {
    const several = ['b']
    const content = sent(DEFAULTS, { several })
    several.push('a')
    expect(content).toMatchObject({ several: ['b'] })
  })

  test('reaches a field with the name of something every object has', () => {
    const properties: unknown = JSON.parse('{"__proto__":{"type":"string"}}')
    expect(JSON.stringify(sent(properties, JSON.parse('{"__proto__":"x"}'), ['__proto__']))).toBe('{"__proto__":"x"}')
    expect(sent({}, JSON.parse('{"constructor":"x"}'))).toBe('content.constructor: the form has no such field')
  })

  test.each<[string, unknown, unknown, string]>([
    ['a number for a text', { type: 'string' }, 1, 'content.f: expected a text'],
    ['null', { type: 'string' }, null, 'content.f: expected a text'],
    ['a text that is too short', { type: 'string', minLength: 2 }, '🎉', 'content.f: expected 2 characters at least'],
    ['a text that is too long', { type: 'string', maxLength: 1 }, 'ab', 'content.f: expected 1 characters at most'],
    ['a wrong format', { type: 'string', format: 'email' }, 'nobody', 'content.f: expected the format "email"'],
    ['a text for a number', { type: 'number' }, '1', 'content.f: expected a number'],
    ['a number that is none', { type: 'number' }, NaN, 'content.f: expected a number'],
    ['an endless number', { type: 'number' }, Infinity, 'content.f: expected a number'],
    ['a fraction', { type: 'integer' }, 1.5, 'content.f: expected a whole number'],
    ['too little', { type: 'integer', minimum: 18 }, 17, 'content.f: expected 18 at least'],
    ['too much', { type: 'number', maximum: 1 }, 1.1, 'content.f: expected 1 at most'],
    ['a text for yes', { type: 'boolean' }, 'true', 'content.f: expected true or false'],
    ['what was not offered', { type: 'string', enum: ['a'] }, 'b', 'content.f: expected one of the offered values'],
    ['a text for several', { type: 'array', items: { enum: ['a'] } }, 'a', 'content.f: expected a list'],
    ['too few', { type: 'array', minItems: 1, items: { enum: ['a'] } }, [], 'content.f: expected 1 values at least'],
    [
      'too many',
      { type: 'array', maxItems: 1, items: { enum: ['a', 'b'] } },
      ['a', 'b'],
      'content.f: expected 1 values at most',
    ],
    [
      'several that were not offered',
      { type: 'array', items: { enum: ['a'] } },
      ['a', 7],
      'content.f: expected values that are offered',
    ],
    [
      'a pattern that does not match',
      { type: 'string', pattern: '^[A-Z]+$' },
      'abc',
      'content.f: must match pattern "^[A-Z]+$"',
    ],
    ['a bound that forms do not have', { type: 'number', exclusiveMinimum: 0 }, 0, 'content.f: must be > 0'],
    ['a step that forms do not have', { type: 'integer', multipleOf: 5 }, 7, 'content.f: must be multiple of 5'],
  ])('is refused with %s', (_, field, value, reason) => {
    expect(sent({ f: field }, { f: value })).toBe(reason)
  })

  test.each([[[]], ['x'], [7], [null], [new Map([['a', 'x']])], [new FormData()]])(
    'is refused when it has no members of its own: %j',
    (given) => {
      expect(sent({}, given)).toBe('content: expected an object with a member for each field')
    },
  )

  test('is refused with a field that nobody asked for', () => {
    expect(sent({ a: { type: 'string' } }, { b: 'x' })).toBe('content.b: the form has no such field')
  })

  test('is checked against a pattern in linear time', () => {
    const field = { type: 'string', pattern: '^(a+)+$' }
    expect(sent({ f: field }, { f: `${'a'.repeat(40)}!` })).toBe('content.f: must match pattern "^(a+)+$"')
  })

  test('is never quoted in a reason', () => {
    expect(sent({ f: { type: 'integer' } }, { f: 'my secret' })).not.toMatch(/secret/)
    expect(sent({ f: { type: 'string', pattern: '^x$' } }, { f: 'my secret' })).not.toMatch(/secret/)
  })
})
