import { expect, it } from 'vitest'

import type { Verdict } from '../src/judge.js'
import { jsonReport, textReport } from '../src/report.js'
import type { Coverage } from '../src/requirements.js'

const VERDICTS: readonly Verdict[] = [
  { scenario: 'tools_call', wire: '2025-11-25', ok: true, demanded: 2, passed: 2, problems: [] },
  { scenario: 'sse-retry', wire: '2025-11-25', ok: false, demanded: 13, passed: 12, problems: ['Timing: too early'] },
]

const COVERAGE: readonly Coverage[] = [
  { revision: '2025-11-25', required: 3, passed: 1, notPlayed: ['initialize'] },
  { revision: '2026-07-28', required: 2, passed: 2, notPlayed: [] },
]

const PAINT = {
  bold: (text: string) => `*${text}*`,
  green: (text: string) => `+${text}`,
  red: (text: string) => `-${text}`,
}

it('people get a table, what is wrong, and counts', () => {
  expect(textReport(VERDICTS, COVERAGE, PAINT)).toBe(`\
*scenario    wire        checks  result*
tools_call  2025-11-25  2/2     +passed
sse-retry   2025-11-25  12/13   -failed

*sse-retry on 2025-11-25*
  Timing: too early

1 of 2 passed.
2025-11-25: 1 of 3 required scenarios, 1 not played.
2026-07-28: 2 of 2 required scenarios.`)
})

it('programs get whether all is well, the verdicts, and what is required', () => {
  expect(JSON.parse(jsonReport(VERDICTS, COVERAGE))).toEqual({
    ok: false,
    scenarios: VERDICTS,
    requirements: COVERAGE,
  })
})
