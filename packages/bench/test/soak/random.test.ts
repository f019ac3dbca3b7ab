import { expect, test } from 'vitest'

import { seeded } from '../../src/soak/random.js'

const some = (seed: number): number[] => Array.from({ length: 1_000 }, seeded(seed))

test('the same seed gives the same moments, another seed others', () => {
  expect(some(7)).toEqual(some(7))
  expect(some(7)).not.toEqual(some(8))
})

test('the numbers fill the range from 0 up to 1', () => {
  const numbers = some(1)
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  expect(new Set(numbers.map((number) => Math.floor(number * 10))).size).toBe(10)
})

test('a negative seed is a seed', () => {
  expect(some(-3)[0]).toBeGreaterThanOrEqual(0)
})
