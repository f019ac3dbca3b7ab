import fc from 'fast-check'
import { expect, it } from 'vitest'

import { parseJsonWithComments } from '../../src/server-files/json-with-comments.js'

it('reads every JSON text as JSON.parse does', () => {
  const awkward = fc.json({ stringUnit: 'binary' })
  const marks = fc
    .array(fc.constantFrom('//', '/*', '*/', '"', '\\', ',', '}', ']', '\n'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(awkward, fc.array(marks), (json, strings) => {
      for (const text of [json, JSON.stringify(strings), JSON.stringify({ a: strings }, null, 2)]) {
        expect(parseJsonWithComments(text).value).toEqual(JSON.parse(text))
      }
    }),
  )
})

it('reads a long string', () => {
  const value = { a: '\\"x'.repeat(1_000_000) }
  expect(parseJsonWithComments(JSON.stringify(value))).toEqual({ value, repeated: [] })
})

it.each(['{ "a": 1,, }', '{ "a": "// }', '/* { }', '{ // }', ',', '[1 2]'])('refuses %s', (text) => {
  expect(() => parseJsonWithComments(text)).toThrow(SyntaxError)
})

it('refuses a text of comments that do not end as fast as any other', () => {
  expect(() => parseJsonWithComments('/* '.repeat(1_000_000))).toThrow(SyntaxError)
})

it('tells of every key that an object has twice, with its place', () => {
  const text =
    '{"a": {"x": ["a", {"k": 1, "\\u006b": 2}], "b": {"x": 1}, "x": "x"}, "c": "a", "a": {"x": 0} /* , "c": 1 */}'
  expect(parseJsonWithComments(text)).toEqual({ value: { a: { x: 0 }, c: 'a' }, repeated: ['a.x..k', 'a.x', 'a'] })
})

it('tells of twenty of them, whatever their depth and length', () => {
  const depth = 10_000
  const twice = Array.from({ length: 30 }, (_, n) => `"${n}${'k'.repeat(500)}": 0, "${n}${'k'.repeat(500)}": 0`).join()
  const { repeated } = parseJsonWithComments(`${'{"d":'.repeat(depth)}{${twice}}${'}'.repeat(depth)}`)
  expect(repeated.map((place) => place.length <= 128)).toEqual([true])
  expect(parseJsonWithComments(`{${twice}}`).repeated).toHaveLength(20)
})
