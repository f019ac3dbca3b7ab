import { stripVTControlCharacters } from 'node:util'

import Table from 'cli-table3'

import type { Screen } from './terminal.js'

export interface Column {
  readonly head: string
  /** Whether its cells may be wrapped. Names, addresses and paths stay whole, so that they can be copied. */
  readonly wraps?: boolean
  readonly align?: 'right'
}

const GAP = 2
const NARROWEST = 16

/** A table without lines. Columns that wrap share what the others leave of the screen. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, paint }: Screen,
): string {
  const colWidths = widths(columns, rows, width)
  const lines = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [] },
    head: columns.map(({ head }) => paint.bold(head)),
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths,
    wordWrap: true,
  })
  for (const row of rows) lines.push(row.map((cell, index) => breakable(cell, colWidths[index] ?? null)))
  return lines.toString().replace(/ +$/gm, '')
}

function widths(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): (number | null)[] {
  const natural = columns.map(({ head }, index) =>
    rows.reduce((widest, row) => Math.max(widest, GAP + longestLine(row[index] ?? '')), GAP + head.length),
  )
  const whole = natural.filter((_, index) => columns[index]?.wraps !== true)
  const wrapping = natural.length - whole.length
  const share = Math.max(NARROWEST, Math.floor((width + GAP - sum(whole)) / Math.max(1, wrapping)))
  return natural.map((own, index) => (columns[index]?.wraps === true && own > share ? share : null))
}

function longestLine(cell: string): number {
  return Math.max(
    ...stripVTControlCharacters(cell)
      .split('\n')
      .map((line) => line.length),
  )
}

/** The table would cut a word that is wider than its column. */
function breakable(cell: string, width: number | null): string {
  return width === null ? cell : cell.replace(new RegExp(`\\S{${width - GAP}}`, 'gu'), '$& ')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}
