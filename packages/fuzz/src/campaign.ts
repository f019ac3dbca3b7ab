import { projectResult } from '@harness-mcp/result-adapter'

import { check, checkInRegistry, type Failure } from './check.js'
import { startHarness, type RegistryHarness } from './registry/harness.js'

/** Where results are read: by the plain function, or by a tool in a registry. */
export type Face = 'plain' | 'registry'

export interface Plan {
  readonly seed: number
  /** How many results are read by the plain function; a hundredth of them goes through a registry as well. */
  readonly runs: number
  readonly faces: readonly Face[]
  /** Leads to one input of the seed. */
  readonly path?: string | undefined
}

export interface Campaign {
  readonly seed: number
  readonly runs: Readonly<Record<Face, number>>
  readonly ms: number
  readonly failure?: Failure & { readonly face: Face }
}

/** The inputs of one seed. Small, because fast-check begins with the simple ones, and so that progress is seen. */
const SERIES = 5_000
const REGISTRY_SHARE = 100

/** Runs a plan up to the first failure. `onProgress` is told after each series how much is done. */
export async function run(plan: Plan, onProgress: (done: number) => void = () => undefined): Promise<Campaign> {
  const harness = await startHarness()
  try {
    return await runWith(harness, plan, onProgress)
  } finally {
    await harness.dispose()
  }
}

async function runWith(harness: RegistryHarness, plan: Plan, onProgress: (done: number) => void): Promise<Campaign> {
  const start = performance.now()
  const runs = { plain: 0, registry: 0 }
  for (let done = 0, index = 0; done < plan.runs; index += 1) {
    const size = Math.min(SERIES, plan.runs - done)
    // Numbers of 32 bits, as fast-check has them.
    const seed = (plan.seed + index) | 0
    for (const face of plan.faces) {
      const count = face === 'plain' ? size : Math.ceil(size / REGISTRY_SHARE)
      const series = { seed, runs: count, path: plan.path }
      const failure = face === 'plain' ? check(series, projectResult) : await checkInRegistry(series, harness)
      runs[face] += count
      if (failure !== undefined)
        return { seed: plan.seed, runs, ms: performance.now() - start, failure: { ...failure, face } }
    }
    done += size
    onProgress(done)
  }
  return { seed: plan.seed, runs, ms: performance.now() - start }
}
