import type { Harness } from '../harness/harness.js'
import type { World } from './world.js'

/** What a step works with. */
export interface Stage {
  readonly harness: Harness
  readonly world: World
  readonly signal: AbortSignal
}
