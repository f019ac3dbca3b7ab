import type { Result, Unit } from '../finding.js'
import { summarize, type Summary } from '../statistics.js'

/** Three digits are more than a second run would repeat. */
export function plain(value: number): string {
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(2)))
}

/** A median with its quartiles: `38 (36–41)`. */
export function spread({ median, q1, q3, samples }: Summary): string {
  return samples < 2 ? plain(median) : `${plain(median)} (${plain(q1)}–${plain(q3)})`
}

export function cell(result: Result | undefined, unit: Unit): string {
  if (result === undefined) return '–'
  if (result.kind === 'refused') return `failed: ${result.reason}`
  return `${spread(summarize(result.samples))} ${unit}`
}
