import type { Row } from '../trial.js'

/** The same for programs. */
export function asJson(rows: readonly Row[]): string {
  return JSON.stringify(
    { passed: rows.filter(isAsExpected).length, failed: rows.filter((row) => !isAsExpected(row)).length, rows },
    null,
    2,
  )
}

export function isAsExpected({ differences }: Row): boolean {
  return differences.length === 0
}
