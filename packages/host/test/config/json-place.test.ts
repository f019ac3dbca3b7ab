import { expect, it } from 'vitest'

import { placeOfMistake } from '../../src/config/json-place.js'

it.each([
  ['a value that is missing', '{\n  "a": ,\n  "b": 1\n}', { line: 2, column: 8 }],
  ['a text that ends too early', '{\n  "a": [1', { line: 2, column: 10 }],
  ['a word without quotes', '{ "a": yes }', { line: 1, column: 8 }],
  ['what follows the value', '{}\n{}', { line: 2, column: 1 }],
  ['a mistake behind comments', '// one\n{ /* two\n three */ "a": ! }', { line: 3, column: 16 }],
  ['a mistake behind a comma that is allowed', '{ "a": [1,],\n "b" 2 }', { line: 2, column: 6 }],
  ['a mistake behind a byte order mark', '\uFEFF{ "a" 1 }', { line: 1, column: 8 }],
])('finds %s', (_case, text, place) => {
  expect(placeOfMistake(text)).toEqual(place)
})

it.each([
  ['comments', '// one\n{ "a": 1 /* two */ }'],
  ['commas at the end', '{ "a": [1, 2,], }'],
  ['what looks like a comment in a string', '{ "url": "http://x/*y*/", "b": ",]" }'],
  ['an escaped quote', '{ "a": "\\"// no comment" }'],
])('takes %s for right', (_case, text) => {
  expect(placeOfMistake(text)).toBeUndefined()
})
