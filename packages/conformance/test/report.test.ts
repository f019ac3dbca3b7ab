import { expect, it } from 'vitest'

import type { Verdict } from '../src/judge.js'
import { jsonReport, textReport } from '../src/report.js'

const VERDICTS: readonly Verdict[] = [
  { scenario: 'tools_call', wire: '2025-11-25', ok: true, demanded: 2, passed: 2, problems: [] },
  { scenario: 'sse-retry', wire: '2025-11-25', ok: false, demanded: 13, passed: 12, problems: ['Timing: too early'] },
]

const PAINT = {
  bold: (text: string) => `*${text}*`,
  green: (text: string) => `+${text}`,
  red: (text: string) => `-${text}`,
}

it('people get a table, what is wrong, and a count', () => {
  expect(textReport(VERDICTS, PAINT)).toBe(`\
*scenario    wire        checks  result*
tools_call  2025-11-25  2/2     +passed
sse-retry   2025-11-25  12/13   -failed

*sse-retry on 2025-11-25*
  Timing: too early

1 of 2 passed.`)
})

it('programs get whether all is well, and the verdicts', () => {
  expect(JSON.parse(jsonReport(VERDICTS))).toEqual({ ok: false, scenarios: VERDICTS })
})
