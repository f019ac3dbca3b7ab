import { expect, test } from 'vitest'
import { beyondBounds } from '../../src/schema/bounds.js'

const nested = (levels: number): object => {
  let schema: object = {}
  for (let level = 0; level < levels; level += 1) schema = { items: schema }
  return schema
}

test('a schema of ordinary size is within bounds', () => {
  expect(beyondBounds({ type: 'object', properties: { a: { enum: [1, 'x', null] } } })).toBeUndefined()
  expect(beyondBounds(nested(64))).toBeUndefined()
  expect(beyondBounds({ enum: Array.from({ length: 4_998 }, (_, n) => n) })).toBeUndefined()
})

test('each bound is named', () => {
  expect(beyondBounds(nested(65))).toBe('it is nested deeper than 64 levels')
  expect(beyondBounds({ enum: Array.from({ length: 4_999 }, (_, n) => n) })).toBe('it has more than 5000 values')
  expect(beyondBounds({ description: 'x'.repeat(262_144) })).toBe('it has more than 262144 characters')
  expect(beyondBounds({ ['x'.repeat(262_145)]: 1 })).toBe('it has more than 262144 characters')
})
