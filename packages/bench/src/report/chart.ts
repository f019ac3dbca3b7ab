import type { Finding } from '../finding.js'
import { ratio } from '../goals.js'
import type { Summary } from '../statistics.js'
import { plain } from './numbers.js'

const LEFT = 480
const SCALE = 320
const ROW = 26
const TOP = 64
const WIDTH = LEFT + SCALE * 1.5 + 90
/** Longer bars are cut, and their number tells. */
const LONGEST = 1.5

interface Bar {
  readonly title: string
  readonly ratio: Summary
  readonly goal: number | undefined
}

/** A bar for each ratio of ours to the SDK, with its quartiles and its goal. A shorter bar is better. */
export function chart(findings: readonly Finding[]): string {
  const bars = findings.flatMap(barOf)
  const height = TOP + bars.length * ROW + 24
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Ours as a share of the raw SDK client; shorter is better</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    '<text x="16" y="26" font-size="16" font-weight="600" fill="#1f2430">Ours ÷ SDK, shorter is better</text>',
    '<text x="16" y="46" fill="#5b6472">Bars are medians, thin lines quartiles, red marks goals; 1 is the SDK itself.</text>',
    ...[0, 0.5, 1, 1.5].map((value) => gridLine(value, height)),
    ...bars.map(drawBar),
    '</svg>',
    '',
  ].join('\n')
}

function barOf(finding: Finding): readonly Bar[] {
  const toSdk = ratio(finding.series, 'sdk')
  if (toSdk === undefined || !Number.isFinite(toSdk.median) || finding.series.sdk === undefined) return []
  return [{ title: finding.title, ratio: toSdk, goal: finding.goals.find(({ against }) => against === 'sdk')?.most }]
}

function gridLine(value: number, height: number): string {
  const x = xOf(value)
  const stroke = value === 1 ? '#5b6472' : '#d9dde3'
  return `<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${height - 20}" stroke="${stroke}"/><text x="${x}" y="${height - 6}" text-anchor="middle" fill="#5b6472">${value}</text>`
}

function drawBar({ title, ratio: { median, q1, q3 }, goal }: Bar, index: number): string {
  const y = TOP + index * ROW
  const middle = y + 9
  const color = goal !== undefined && median > goal ? '#c98a2b' : '#3b7dd8'
  return [
    `<text x="${LEFT - 10}" y="${y + 13}" text-anchor="end" fill="#1f2430">${escapeXml(title.replaceAll('`', ''))}</text>`,
    `<rect x="${LEFT}" y="${y + 2}" width="${xOf(median) - LEFT}" height="14" rx="2" fill="${color}"/>`,
    `<line x1="${xOf(q1)}" y1="${middle}" x2="${xOf(q3)}" y2="${middle}" stroke="#1f2430"/>`,
    goal === undefined
      ? ''
      : `<line x1="${xOf(goal)}" y1="${y - 1}" x2="${xOf(goal)}" y2="${y + 19}" stroke="#c0392b" stroke-width="2"/>`,
    `<text x="${xOf(Math.max(median, q3)) + 6}" y="${y + 13}" fill="#1f2430">${plain(median)}</text>`,
  ].join('')
}

function xOf(value: number): number {
  return Math.round(LEFT + Math.max(0, Math.min(value, LONGEST)) * SCALE)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
