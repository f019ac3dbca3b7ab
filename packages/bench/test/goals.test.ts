import { expect, test } from 'vitest'

import type { Finding } from '../src/finding.js'
import { judge } from '../src/goals.js'

const finding: Finding = {
  id: 'x',
  title: 'X',
  unit: 'ms',
  series: {
    ours: { kind: 'samples', samples: [9, 10, 11] },
    sdk: { kind: 'samples', samples: [10, 10, 10] },
    bare: { kind: 'refused', reason: 'broke' },
  },
  goals: [
    { against: 'sdk', most: 1 },
    { against: 'sdk', most: 0.9 },
    { against: 'nothing', most: 10 },
    { against: 'bare', most: 2 },
  ],
  notes: [],
  hot: [],
}

test('a goal is judged by the median, a value on the line meets it, and one without a figure is not judged', () => {
  expect(judge(finding).map(({ met }) => met)).toEqual([true, false, true, undefined])
})

test('a ratio is the median of the ratios of pairs', () => {
  const series: Finding['series'] = {
    ours: { kind: 'samples', samples: [1, 20, 3] },
    sdk: { kind: 'samples', samples: [1, 10, 1] },
  }
  expect(judge({ ...finding, series })[0]?.reached?.median).toBe(2)
})
