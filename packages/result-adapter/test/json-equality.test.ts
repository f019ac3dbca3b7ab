import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalJson } from '../src/json-equality.js'
import type { JsonValue } from '../src/json.js'

const json = fc.json().map((text): JsonValue => JSON.parse(text))

test('values are equal exactly when a copy of one is the other', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const copy: JsonValue = JSON.parse(JSON.stringify(one))
      expect(equalJson(one, copy)).toBe(true)
      // Zero has two signs for the one and not for the other.
      const same = JSON.stringify(one) === JSON.stringify(other) || isDeepStrictEqual(one, other)
      expect(equalJson(one, other)).toBe(same)
    }),
  )
})

test.each([
  [{}, []],
  [{ a: 1 }, { b: 1 }],
  [[1, 2], [1]],
  [null, {}],
  ['1', 1],
  [{ toString: 1 }, { a: 1 }],
])('%j is not %j', (one, other) => {
  expect([equalJson(one, other), equalJson(other, one)]).toEqual([false, false])
})

test('the order of keys does not matter, and depth neither', () => {
  expect(equalJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
  const deep = (): JsonValue => {
    let value: JsonValue = 1
    for (let level = 0; level < 300_000; level += 1) value = [value]
    return value
  }
  expect(equalJson(deep(), deep())).toBe(true)
})
