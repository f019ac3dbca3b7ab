import { expect, it } from 'vitest'

import type { Check } from '../../src/health/check.js'
import { CHECKING, healthAfter, type McpHealth } from '../../src/health/health.js'
import { healthCheck } from '../../src/health/settings.js'

const settings = healthCheck.parse({ enabled: true })
const answer = (latencyMs: number): Check => ({ kind: 'answered', at: 7, latencyMs })
const failure: Check = { kind: 'failed', at: 7, reason: 'no answer' }

/** The states that follow each other, and the last health. */
function judge(checks: readonly Check[], before = CHECKING): { states: string[]; last: McpHealth } {
  const states: string[] = []
  let last = before
  for (const check of checks) {
    last = healthAfter(last, check, settings)
    states.push(last.state)
  }
  return { states, last }
}

it.each<[string, readonly Check[], readonly string[]]>([
  ['a quick answer', [answer(3)], ['healthy']],
  ['an answer at the limit', [answer(2_000)], ['healthy']],
  ['an answer over the limit', [answer(2_001)], ['degraded']],
  ['a failure', [failure], ['degraded']],
  ['as many failures as the threshold', [failure, failure, failure], ['degraded', 'degraded', 'unhealthy']],
  ['more of them', [failure, failure, failure, failure], ['degraded', 'degraded', 'unhealthy', 'unhealthy']],
  [
    'failures that are not in a row',
    [failure, failure, answer(3), failure],
    ['degraded', 'degraded', 'healthy', 'degraded'],
  ],
  ['a slow answer between failures', [failure, failure, answer(9_000), failure], Array(4).fill('degraded')],
  [
    'an answer after the threshold',
    [failure, failure, failure, answer(3)],
    ['degraded', 'degraded', 'unhealthy', 'healthy'],
  ],
])('judges %s', (_what, checks, states) => {
  expect(judge(checks).states).toEqual(states)
})

it('says why', () => {
  expect(judge([answer(3)]).last).toEqual({ state: 'healthy', reason: '', failures: 0, checkedAt: 7, latencyMs: 3 })
  expect(judge([answer(2_500)]).last).toMatchObject({ reason: 'the answer took 2500 ms (degradedLatencyMs: 2000)' })
  expect(judge([answer(3), failure, failure]).last).toEqual({
    state: 'degraded',
    reason: 'no answer; failed checks in a row: 2 (failureThreshold: 3)',
    failures: 2,
    checkedAt: 7,
    latencyMs: 3,
  })
  expect(judge([failure]).last).not.toHaveProperty('latencyMs')
})

it('is unhealthy at once with a threshold of one', () => {
  expect(healthAfter(CHECKING, failure, { ...settings, failureThreshold: 1 }).state).toBe('unhealthy')
})
