/** Median and quartiles of some samples. */
export interface Summary {
  readonly median: number
  readonly q1: number
  readonly q3: number
  readonly samples: number
}

/** Throws on an empty list: a median of nothing would be reported as a number. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
    samples: sorted.length,
  }
}

/** The ratio of each pair of samples that were taken next to each other, so that a busy minute weighs on both. */
export function pairedRatios(ours: readonly number[], others: readonly number[]): readonly number[] {
  return ours.slice(0, others.length).map((sample, round) => sample / at(others, round))
}

/** Interpolates linearly between the two nearest samples. `sorted` is in ascending order. */
export function quantile(sorted: readonly number[], fraction: number): number {
  const position = (sorted.length - 1) * fraction
  const low = at(sorted, Math.floor(position))
  const high = at(sorted, Math.ceil(position))
  return low + (high - low) * (position - Math.floor(position))
}

function at(samples: readonly number[], index: number): number {
  const sample = samples[index]
  if (sample === undefined) throw new RangeError('there are no samples')
  return sample
}
