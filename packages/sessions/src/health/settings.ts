import { z } from 'zod'

import { unknownKeys } from '../config/unknown-keys.js'

/** Node fires a timer past this many ms at once. */
const LONGEST_TIMER_MS = 2_147_483_647

const whole = (to: number) => {
  const error = `expected a whole number from 1 to ${to}`
  return z.int({ error }).min(1, { error }).max(to, { error })
}
const milliseconds = (byDefault: number) => whole(LONGEST_TIMER_MS).default(byDefault)

const shape = {
  enabled: z.boolean().default(false).describe('Whether the server is asked for signs of life.'),
  intervalMs: milliseconds(30_000).describe('The wait between the end of one check and the next, in ms.'),
  timeoutMs: milliseconds(10_000).describe('How long the answer to a check may take, in ms.'),
  degradedLatencyMs: milliseconds(2_000).describe('A server whose answer takes longer than this, in ms, is degraded.'),
  failureThreshold: whole(1_000_000)
    .default(3)
    .describe('Failed checks in a row after which the server is unhealthy and connected anew.'),
}

export const healthCheck = z
  .strictObject(shape, { error: unknownKeys(shape) })
  .prefault({})
  .describe('Signs of life that the server is asked for while it is connected.')

/** How the health of a server is checked, with every default filled in. */
export type HealthCheck = z.output<typeof healthCheck>
