import fc from 'fast-check'
import { expect, test } from 'vitest'

import { backoffMs } from '../../src/lifecycle/backoff.js'

const settings = { enabled: true, initialDelayMs: 500, maxDelayMs: 30_000, maxAttempts: 10 }

test('it doubles from the initial delay to the longest one', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].map((attempt) => backoffMs(attempt, settings, () => 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('between half and all of it is taken', () => {
  expect([0, 0.5, 1].map((random) => backoffMs(3, settings, () => random))).toEqual([1_000, 1_500, 2_000])
})

test('an initial delay above the longest one is the longest one', () => {
  expect(backoffMs(1, { ...settings, initialDelayMs: 60_000 }, () => 1)).toBe(30_000)
})

test('whatever is configured, it is a whole number that a timer can hold', () => {
  const ms = fc.integer({ min: 1, max: 2_147_483_647 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), ms, ms, (attempt, initialDelayMs, maxDelayMs) => {
      const delay = backoffMs(attempt, { ...settings, initialDelayMs, maxDelayMs })
      expect(Number.isInteger(delay) && delay >= 1 && delay <= maxDelayMs).toBe(true)
    }),
  )
})
