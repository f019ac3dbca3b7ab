import { type Trial, trialsOf } from '../fault.js'
import { calls } from './calls.js'
import { configuration } from './configuration.js'
import { definitions } from './definitions.js'
import { lists } from './lists.js'
import { negotiation } from './negotiation.js'
import { outputs } from './outputs.js'
import { sse } from './sse.js'
import { starting } from './starting.js'
import { statuses } from './statuses.js'
import { streams } from './streams.js'

/** Every row of the table. */
export function catalog(): readonly Trial[] {
  return trialsOf([
    ...configuration,
    ...starting,
    ...negotiation,
    ...lists,
    ...definitions,
    ...outputs,
    ...calls,
    ...statuses,
    ...streams,
    ...sse,
  ])
}
