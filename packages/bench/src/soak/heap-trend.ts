import { summarize } from '../statistics.js'

/** How much the median of the last samples may be above that of the first: what a heap moves by itself, in bytes. */
export const TOLERANCE_BYTES = 1_048_576

export interface HeapTrend {
  readonly earlyBytes: number
  readonly lateBytes: number
  readonly grew: boolean
}

/**
 * Compares the samples of an early and a late third, after the first fifth is dropped: then everything is compiled and
 * caches that have a bound are full. `undefined` when there are too few samples to tell.
 */
export function heapTrend(samples: readonly number[]): HeapTrend | undefined {
  const warm = samples.slice(Math.ceil(samples.length / 5))
  const third = Math.floor(warm.length / 3)
  if (third === 0) return undefined
  const earlyBytes = summarize(warm.slice(0, third)).median
  const lateBytes = summarize(warm.slice(-third)).median
  return { earlyBytes, lateBytes, grew: lateBytes - earlyBytes > TOLERANCE_BYTES }
}
