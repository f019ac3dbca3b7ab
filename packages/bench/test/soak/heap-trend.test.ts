import { expect, test } from 'vitest'

import { heapTrend, TOLERANCE_BYTES } from '../../src/soak/heap-trend.js'

const samples = (value: (index: number) => number): number[] => Array.from({ length: 50 }, (_, index) => value(index))

test('a heap that stays is not growing, however much it took to warm up', () => {
  expect(heapTrend(samples((index) => (index < 10 ? index * 1e7 : 5e7)))?.grew).toBe(false)
})

test('a heap that gains a little with each sample is growing', () => {
  expect(heapTrend(samples((index) => 5e7 + index * 50_000))?.grew).toBe(true)
})

test('one high sample is not a trend', () => {
  expect(heapTrend(samples((index) => (index === 45 ? 9e7 : 5e7)))?.grew).toBe(false)
})

test('exactly the tolerance is allowed', () => {
  expect(heapTrend([0, 0, 0, 0, TOLERANCE_BYTES])?.grew).toBe(false)
  expect(heapTrend([0, 0, 0, 0, TOLERANCE_BYTES + 1])?.grew).toBe(true)
})

test('too few samples tell nothing', () => {
  expect(heapTrend([1, 2, 3])).toBeUndefined()
})
