import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorPosition } from '../src/json-position.js'

test('valid JSON is read to its end', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(jsonErrorPosition(` ${json}\n`)).toBe(json.length + 2)
    }),
  )
})

test('a foreign character is found wherever it stands between tokens', () => {
  expect(jsonErrorPosition('{"a": [1, 2, @]}')).toBe(13)
  expect(jsonErrorPosition('{"a": [1, 2]@}')).toBe(12)
  expect(jsonErrorPosition('@')).toBe(0)
})

test('nesting of a million levels is no problem', () => {
  expect(jsonErrorPosition('['.repeat(1_000_000))).toBe(1_000_000)
})
