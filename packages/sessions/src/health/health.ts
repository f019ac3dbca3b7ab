import type { Check } from './check.js'
import type { HealthCheck } from './settings.js'

/** How well a server answers, at one moment. Plain JSON. */
export interface McpHealth {
  /**
   * `healthy`: it answers. `degraded`: slowly, or not to the last checks. `unhealthy`: not to as many as the threshold, and
   * it is being connected anew. `checking`: no check of its connection has ended yet. `disabled`: nothing is checked.
   */
  readonly state: 'healthy' | 'degraded' | 'unhealthy' | 'checking' | 'disabled'
  /** Why, as one sentence. Empty while all is well. */
  readonly reason: string
  /** Failed checks in a row. */
  readonly failures: number
  /** When the last check of this connection ended, in ms since 1970-01-01. */
  readonly checkedAt?: number
  /** How long the last answer took, in ms. */
  readonly latencyMs?: number
}

/** Nothing is checked: that is off, or there is no connection and none comes by itself. */
export const DISABLED: McpHealth = Object.freeze({ state: 'disabled', reason: '', failures: 0 })

/** There is no verdict on this connection yet, or the connection is still to come. */
export const CHECKING: McpHealth = Object.freeze({ state: 'checking', reason: '', failures: 0 })

/** Decides how a server is after one more check. */
export function healthAfter(before: McpHealth, check: Check, settings: HealthCheck): McpHealth {
  if (check.kind === 'answered') return answered(check, settings)
  const { failureThreshold } = settings
  const failures = before.failures + 1
  return Object.freeze({
    state: failures >= failureThreshold ? 'unhealthy' : 'degraded',
    reason: `${check.reason}; failed checks in a row: ${failures} (failureThreshold: ${failureThreshold})`,
    failures,
    checkedAt: check.at,
    ...(before.latencyMs !== undefined && { latencyMs: before.latencyMs }),
  })
}

function answered({ at, latencyMs }: Check & { kind: 'answered' }, { degradedLatencyMs }: HealthCheck): McpHealth {
  const slow = latencyMs > degradedLatencyMs
  return Object.freeze({
    state: slow ? 'degraded' : 'healthy',
    reason: slow ? `the answer took ${latencyMs} ms (degradedLatencyMs: ${degradedLatencyMs})` : '',
    failures: 0,
    checkedAt: at,
    latencyMs,
  })
}
