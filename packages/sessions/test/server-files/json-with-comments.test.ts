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
        expect(parseJsonWithComments(text)).toEqual(JSON.parse(text))
      }
    }),
  )
})

it('reads a long string', () => {
  const value = { a: '\\"x'.repeat(1_000_000) }
  expect(parseJsonWithComments(JSON.stringify(value))).toEqual(value)
})

it.each(['{ "a": 1,, }', '{ "a": "// }', '/* { }', '{ // }', ',', '[1 2]'])('refuses %s', (text) => {
  expect(() => parseJsonWithComments(text)).toThrow(SyntaxError)
})
