import { expect, test } from 'vitest'

import type { Finding } from '../../src/finding.js'
import { chart } from '../../src/report/chart.js'
import { page } from '../../src/report/page.js'
import { missed } from '../../src/report/missed.js'
import { table } from '../../src/report/table.js'

const finding: Finding = {
  id: 'tiny',
  title: 'Tiny call & more',
  unit: 'µs',
  series: {
    ours: { kind: 'samples', samples: [40, 50, 60] },
    sdk: { kind: 'samples', samples: [50, 50, 50] },
    'ai-sdk': { kind: 'refused', reason: 'broke' },
  },
  goals: [
    { against: 'sdk', most: 0.9 },
    { against: 'nothing', most: 60 },
  ],
  notes: [{ en: 'A note.', zh: '一条说明。' }],
  hot: ['parse (x.js:1) 40 %'],
}

test('a row tells medians, quartiles, the ratio, the goals and whether each was met', () => {
  expect(table([finding]).split('\n').at(-1)).toBe(
    '| Tiny call & more | 50 (45–55) µs | 50 (50–50) µs | failed: broke | – | – | 1 (0.9–1.1) | ≤ 0.9 × SDK<br>≤ 60 | **no** (1)<br>yes |',
  )
})

test('every row has as many cells as the head', () => {
  const cells = table([finding, { ...finding, series: {}, goals: [] }])
    .split('\n')
    .map((line) => line.split(' | ').length)
  expect(new Set(cells).size).toBe(1)
})

test('a missed goal is told with what was reached and where the time went', () => {
  expect(missed([finding], 'en')).toEqual([
    'Tiny call & more: the goal was ≤ 0.9 × SDK, and it came to 1 (0.9–1.1). A note. Our process spent its time in: parse (x.js:1) 40 %.',
  ])
  expect(missed([finding], 'zh')).toEqual([
    'Tiny call & more：目标为 ≤ 0.9 × SDK，实测为 1 (0.9–1.1)。一条说明。我方进程的时间花在：parse (x.js:1) 40 %。',
  ])
})

test('the page says that a short run is rough, and names the chart', () => {
  expect(page([finding], { quick: true, language: 'en' })).toContain('the figures are rough')
  expect(page([finding], { quick: false, language: 'en' })).not.toContain('the figures are rough')
  expect(page([finding], { quick: false, language: 'en' })).toContain('(benchmarks.svg)')
})

test('the pages in both languages are alike line by line, link to each other and have the same table', () => {
  const [en, zh] = (['en', 'zh'] as const).map((language) => page([finding], { quick: false, language }).split('\n'))
  const kinds = (lines: readonly string[] = []): readonly string[] =>
    lines.map((line) => /^(#+|-|\||!)?/.exec(line)?.[0] ?? '')
  expect(kinds(zh)).toEqual(kinds(en))
  expect([en?.[2], zh?.[2]]).toEqual(['English | [中文](benchmarks.zh.md)', '[English](benchmarks.md) | 中文'])
  expect(zh).toEqual(expect.arrayContaining(table([finding]).split('\n')))
})

test('the chart has a bar for each ratio to the SDK and none for other rows', () => {
  const svg = chart([finding, { ...finding, series: { ours: { kind: 'samples', samples: [1] } } }])
  expect(svg.match(/rx="2"/g)).toHaveLength(1)
  expect(svg).toContain('Tiny call &amp; more')
})

test('a bar beyond the scale is cut, and its number is not', () => {
  const slow: Finding = { ...finding, series: { ...finding.series, ours: { kind: 'samples', samples: [500] } } }
  const width = Number(/width="(\d+)" height="14"/.exec(chart([slow]))?.[1])
  expect(width).toBe(480)
  expect(chart([slow])).toContain('>10</text>')
})
