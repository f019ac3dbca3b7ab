import type { ContenderName, Result, Series } from './finding.js'
import { hotFunctions } from './profile.js'
import { within } from './within.js'

/** Somebody who can be measured once. */
export interface Runner {
  readonly name: ContenderName
  /** Does the work once and resolves to what it took. */
  readonly sample: () => Promise<number>
}

export interface Rounds {
  readonly warmUp: number
  readonly rounds: number
  /** How long one sample may take before its contender is left out, in ms. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 120_000

/**
 * Measures everybody in turn, A B C B C A C A B, so that the weather of the machine falls on all. Whoever fails is left out
 * with the reason, and the others go on.
 */
export async function interleave(runners: readonly Runner[], { warmUp, rounds, patienceMs }: Rounds): Promise<Series> {
  const taken = new Map(runners.map(({ name }) => [name, [] as number[]]))
  const refused = new Map<ContenderName, string>()
  for (let round = -warmUp; round < rounds; round++) {
    for (const { name, sample } of rotate(runners, round + warmUp)) {
      if (refused.has(name)) continue
      try {
        // What one sample leaves behind must not be collected at the expense of the next.
        globalThis.gc?.()
        const value = await within('a sample', patienceMs ?? PATIENCE_MS, sample())
        if (round >= 0) taken.get(name)?.push(value)
      } catch (error) {
        refused.set(name, reasonOf(error))
      }
    }
  }
  return Object.fromEntries(runners.map(({ name }) => [name, resultOf(taken.get(name), refused.get(name))]))
}

/** Repeats our own part under a profiler, for half a second at least, and says where the time went. */
export function profileOurs(runners: readonly Runner[]): Promise<readonly string[]> {
  const own = runners.find(({ name }) => name === 'ours')
  if (own === undefined) return Promise.resolve([])
  return hotFunctions(async () => {
    const end = performance.now() + 500
    do await own.sample()
    while (performance.now() < end)
  })
}

function rotate(runners: readonly Runner[], by: number): readonly Runner[] {
  const first = by % runners.length
  return [...runners.slice(first), ...runners.slice(0, first)]
}

function resultOf(samples: readonly number[] = [], reason: string | undefined): Result {
  return reason === undefined ? { kind: 'samples', samples } : { kind: 'refused', reason }
}

/** One short line without paths of this machine. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replaceAll(/\/\S+\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '/')
    .slice(0, 160)
}
