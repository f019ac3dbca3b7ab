import { expect, test } from 'vitest'

import { pairedRatios, quantile, summarize } from '../src/statistics.js'

test('the median of an even number of samples lies between the two in the middle', () => {
  expect(summarize([4, 1, 3, 2])).toEqual({ median: 2.5, q1: 1.75, q3: 3.25, samples: 4 })
})

test('one sample is its own median and both quartiles', () => {
  expect(summarize([7])).toEqual({ median: 7, q1: 7, q3: 7, samples: 1 })
})

test('the order of the samples is left as it was', () => {
  const samples = [3, 1, 2]
  summarize(samples)
  expect(samples).toEqual([3, 1, 2])
})

test('numbers are sorted as numbers', () => {
  expect(summarize([10, 9, 100]).median).toBe(10)
})

test('there is no median of nothing', () => {
  expect(() => summarize([])).toThrow(RangeError)
})

test('ratios are taken between samples of the same round, as far as both go', () => {
  expect(pairedRatios([2, 9, 4], [1, 3])).toEqual([2, 3])
  expect(pairedRatios([2], [1, 3])).toEqual([2])
})

test('the ends of the distribution are the ends of the samples', () => {
  expect([quantile([1, 5, 9], 0), quantile([1, 5, 9], 1)]).toEqual([1, 9])
})
