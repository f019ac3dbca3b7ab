import { plainLine } from '@harness-mcp/result-adapter'

import { DONE } from './driver/done.js'
import type { RefereeRun } from './referee.js'
import type { Check } from './results.js'
import type { Scenario } from './scenarios.js'

/** What one scenario on one wire came to. Plain JSON. */
export interface Verdict {
  readonly scenario: string
  readonly wire: string
  readonly ok: boolean
  /** How many checks are demanded. */
  readonly demanded: number
  /** How many of them are there with SUCCESS. */
  readonly passed: number
  /** One sentence for each thing that is wrong; empty when `ok`. */
  readonly problems: readonly string[]
}

/**
 * Compares what the referee saw with what a correct client shows. Its own verdict is not enough: it gives SUCCESS for what a
 * client did not do, and a client that does nothing does nothing wrong.
 */
export function judge({ name, wire, demanded }: Scenario, run: RefereeRun): Verdict {
  const checks = run.results?.checks ?? []
  const missing = demanded.filter((wanted) => !checks.some((check) => check.name === wanted && isSuccess(check)))
  const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  const unexplained = missing.filter((wanted) => !faults.some((fault) => fault.name === wanted))
  const problems = [
    ...endings(run, faults.length > 0),
    ...faults.map((fault) => `${fault.name}: ${fault.errorMessage ?? fault.description}`),
    ...unexplained.map((wanted) => `${wanted}: ${statusOf(wanted, checks)} instead of SUCCESS`),
  ].map((problem) => plainLine(problem, PROBLEM_BYTES))
  const passed = demanded.length - missing.length
  return { scenario: name, wire, ok: problems.length === 0, demanded: demanded.length, passed, problems }
}

const PROBLEM_BYTES = 1_024

function isSuccess({ status }: Check): boolean {
  return status === 'SUCCESS'
}

function statusOf(name: string, checks: readonly Check[]): string {
  return checks.find((check) => check.name === name)?.status ?? 'absent'
}

/** What is wrong with how it ended. A referee that saw faults ends with 1, which is nothing new. */
function endings({ exitCode, results, complaints }: RefereeRun, sawFaults: boolean): string[] {
  if (exitCode === null) return [`the referee did not end in time and was killed: ${complaints}`]
  if (results === undefined) return [`the referee ended with ${exitCode} and without results: ${complaints}`]
  const { clientOutput, clientErrors } = results
  if (!clientOutput.endsWith(DONE)) return [`the driver did not come to its end: ${clientErrors || complaints}`]
  return exitCode === 0 || sawFaults ? [] : [`the referee ended with ${exitCode}: ${complaints}`]
}
