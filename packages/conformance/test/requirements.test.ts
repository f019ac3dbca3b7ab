import { expect, it } from 'vitest'

import type { Verdict } from '../src/judge.js'
import { coverageOf, readRequirements } from '../src/requirements.js'

function verdict(scenario: string, wire: string, ok: boolean): Verdict {
  return { scenario, wire, ok, demanded: 1, passed: ok ? 1 : 0, problems: ok ? [] : ['wrong'] }
}

it('the suite requires 18 client scenarios for 2025-11-25 and 32 for 2026-07-28', async () => {
  const read = await readRequirements()
  expect(read.map(({ revision, scenarios }) => [revision, scenarios.length])).toEqual([
    ['2025-11-25', 18],
    ['2026-07-28', 32],
  ])
  expect(read.map(({ scenarios }) => scenarios.includes('auth/iss-normalized'))).toEqual([false, true])
})

it('counts what passed on the wire of the revision, and names what was not played', () => {
  const verdicts = [
    verdict('a', '2026-07-28', true),
    verdict('b', '2026-07-28', false),
    verdict('c', '2025-11-25', true),
    verdict('not-required', '2026-07-28', true),
  ]
  expect(coverageOf({ revision: '2026-07-28', scenarios: ['a', 'b', 'c'] }, verdicts)).toEqual({
    revision: '2026-07-28',
    required: 3,
    passed: 1,
    notPlayed: ['c'],
  })
})
