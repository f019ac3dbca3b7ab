import { describe, expect, it } from 'vitest'

import { judge } from '../src/judge.js'
import type { RefereeRun } from '../src/referee.js'
import type { Check } from '../src/results.js'
import type { Scenario } from '../src/scenarios.js'

const SCENARIO: Scenario = { name: 'tools_call', wire: '2025-11-25', demanded: ['First', 'Second'] }

function check(name: string, status: Check['status'], errorMessage?: string): Check {
  return { name, status, description: `${name} is right`, ...(errorMessage !== undefined && { errorMessage }) }
}

function ended(checks: readonly Check[], run: Partial<RefereeRun> = {}): RefereeRun {
  return { exitCode: 0, complaints: '', results: { checks, clientOutput: 'done\n', clientErrors: '' }, ...run }
}

const BOTH = [check('First', 'SUCCESS'), check('Second', 'SUCCESS')]

describe('a scenario passes', () => {
  it('with every demanded check', () => {
    expect(judge(SCENARIO, ended(BOTH))).toEqual({
      scenario: 'tools_call',
      wire: '2025-11-25',
      ok: true,
      demanded: 2,
      passed: 2,
      problems: [],
    })
  })

  it('whatever was skipped or noted besides', () => {
    const others = [check('Prompts', 'SKIPPED'), check('Request', 'INFO')]
    expect(judge(SCENARIO, ended([...BOTH, ...others])).ok).toBe(true)
  })
})

describe('a scenario fails', () => {
  it.each<[string, readonly Check[], number, readonly string[]]>([
    ['without any check', [], 0, ['First: absent instead of SUCCESS', 'Second: absent instead of SUCCESS']],
    [
      'when a demanded check was skipped',
      [check('First', 'SUCCESS'), check('Second', 'SKIPPED')],
      1,
      ['Second: SKIPPED instead of SUCCESS'],
    ],
    [
      'when a demanded check failed, with the reason once',
      [check('First', 'SUCCESS'), check('Second', 'FAILURE', 'the header is missing')],
      1,
      ['Second: the header is missing'],
    ],
    ['when another check failed', [...BOTH, check('Third', 'FAILURE')], 2, ['Third: Third is right']],
    ['when a check warned', [...BOTH, check('Third', 'WARNING', 'no id')], 2, ['Third: no id']],
    [
      'when a check is there twice and failed once',
      [...BOTH, check('First', 'FAILURE', 'the second time')],
      2,
      ['First: the second time'],
    ],
  ])('%s', (_case, checks, passed, problems) => {
    expect(judge(SCENARIO, ended(checks))).toMatchObject({ ok: false, passed, problems })
  })

  it('when the driver did not come to its end, with what it said', () => {
    const results = { checks: BOTH, clientOutput: '', clientErrors: 'failed instead of ready: refused\n' }
    expect(judge(SCENARIO, ended([], { exitCode: 1, results })).problems).toEqual([
      'the driver did not come to its end: failed instead of ready: refused',
    ])
  })

  it('when the driver wrote that it is done and the process did not end', () => {
    const run = ended(BOTH, { exitCode: 1, complaints: 'CLIENT TIMED OUT\n' })
    expect(judge(SCENARIO, run).problems).toEqual(['the referee ended with 1: CLIENT TIMED OUT'])
  })

  it('when the referee wrote nothing', () => {
    const run: RefereeRun = { exitCode: 1, complaints: "fs does not export 'globSync'" }
    expect(judge(SCENARIO, run).problems[0]).toBe(
      "the referee ended with 1 and without results: fs does not export 'globSync'",
    )
  })

  it('when the referee was killed', () => {
    const run: RefereeRun = { exitCode: null, complaints: 'Executing client' }
    expect(judge(SCENARIO, run).problems[0]).toBe('the referee did not end in time and was killed: Executing client')
  })
})

it('a problem is one line of bounded length, without control characters', () => {
  const [problem = ''] = judge(
    SCENARIO,
    ended([...BOTH, check('Third', 'FAILURE', `\u001B[31mbad\n${'x'.repeat(5_000)}`)]),
  ).problems
  expect(problem).toMatch(/^Third: \[31mbad x+…$/)
  expect(Buffer.byteLength(problem)).toBeLessThanOrEqual(1_024)
})
