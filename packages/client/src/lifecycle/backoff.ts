import type { ResolvedConfig } from '../config/schema.js'

/**
 * The wait before attempt number `attempt` (the first after a loss is 1), in ms: doubling from `initialDelayMs` to
 * `maxDelayMs`, of which between half and all is taken, so that many servers lost at once do not come back at once.
 */
export function backoffMs(
  attempt: number,
  settings: ResolvedConfig['reconnect'],
  random: () => number = Math.random,
): number {
  const full = Math.min(settings.initialDelayMs * 2 ** (attempt - 1), settings.maxDelayMs)
  return Math.round(full * (0.5 + random() / 2))
}
