import type { Screen } from './terminal.js'

/** What was found out: one value for programs, one text for people. */
export interface Findings {
  readonly json: unknown
  readonly text: (screen: Screen) => string
}

/** What a command found out. */
export interface Report extends Findings {
  /** Whether the work succeeded. Exit code 1 when not. */
  readonly ok: boolean
}

export function asJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}
