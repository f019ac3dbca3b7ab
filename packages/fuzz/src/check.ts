import fc from 'fast-check'

import { input, type Input } from './inputs/input.js'
import { judge, type Read } from './oracle/judge.js'
import type { RegistryHarness } from './registry/harness.js'
import { judgeInRegistry } from './registry/judge.js'

/** Where a series of inputs begins. `path` leads straight to one of them. */
export interface Series {
  readonly seed: number
  readonly runs: number
  readonly path?: string | undefined
}

/** The smallest input that was found to be read wrongly, and the way back to it. */
export interface Failure {
  readonly seed: number
  readonly path: string
  readonly input: string
  readonly problems: readonly string[]
}

/** Reads a series of inputs, and gives the first failure, made as small as it gets. */
export function check(series: Series, read: Read): Failure | undefined {
  const property = fc.property(input, (one) => judged(one, read).length === 0)
  const details = fc.check(property, parametersOf(series))
  const [one] = details.counterexample ?? []
  return one === undefined ? undefined : failureOf(details, one, judged(one, read))
}

/** The same through a registry of the published services, each input with a call of its own. */
export async function checkInRegistry(series: Series, harness: RegistryHarness): Promise<Failure | undefined> {
  const problemsOf = (one: Input): Promise<readonly string[]> => judgeInRegistry(one, harness).catch(thrown)
  const property = fc.asyncProperty(input, async (one) => (await problemsOf(one)).length === 0)
  const details = await fc.check(property, parametersOf(series))
  const [one] = details.counterexample ?? []
  return one === undefined ? undefined : failureOf(details, one, await problemsOf(one))
}

function parametersOf({ seed, runs, path }: Series): fc.Parameters<[Input]> {
  return { seed, numRuns: runs, ...(path === undefined ? {} : { path }) }
}

function failureOf(details: fc.RunDetails<[Input]>, one: Input, problems: readonly string[]): Failure {
  const { seed, counterexamplePath } = details
  return { seed, path: counterexamplePath ?? '', input: fc.stringify(one), problems }
}

function judged(one: Input, read: Read): readonly string[] {
  try {
    return judge(one, read)
  } catch (error) {
    return thrown(error)
  }
}

function thrown(error: unknown): readonly string[] {
  return [`it throws ${String(error)}`]
}
