import type { ResolvedConfig } from '../config/schema.js'
import type { McpClientCode, McpClientError } from '../errors.js'

/** How a connection, or the attempt to open one, ended. */
export type End =
  | { readonly kind: 'not-opened'; readonly error: McpClientError }
  | { readonly kind: 'lost'; readonly error: McpClientError; readonly livedMs: number }
  | { readonly kind: 'asked'; readonly livedMs: number }

/** What follows. `failures` counts the ends since the last connection that lasted. */
export type Next = { readonly state: 'connecting'; readonly failures: number } | Down

/** A state without a connection. `keepTools` is whether the last tools stay registered in it. */
export interface Down {
  readonly state: 'backoff' | 'auth-required' | 'failed'
  readonly failures: number
  readonly reason: string
  readonly error: McpClientError
  readonly keepTools: boolean
}

/** Trying again cannot heal these. */
const FINAL: ReadonlySet<McpClientCode> = new Set<McpClientCode>([
  'invalid-config',
  'start-failed',
  'unsupported',
  'invalid-list',
  'name-conflict',
  'undead',
])

/** Decides what follows an end, given how many went before it. */
export function whatNext(end: End, before: number, settings: ResolvedConfig['reconnect']): Next {
  if (end.kind === 'asked') return { state: 'connecting', failures: 0 }
  const lasted = end.kind === 'lost' && end.livedMs > settings.maxDelayMs
  const failures = lasted ? 1 : before + 1
  const { error } = end
  // Nothing is wrong with the server: it is asked for a new session at once, unless it was just asked.
  if (error.code === 'session-expired' && failures === 1 && settings.enabled) return { state: 'connecting', failures }
  const down = (state: Down['state'], remark = '', keepTools = state !== 'failed'): Down => {
    return { state, failures, reason: error.message + remark, error, keepTools }
  }
  if (error.code === 'auth-required') return down('auth-required')
  if (FINAL.has(error.code)) return down('failed')
  if (!settings.enabled) return down('failed', '; reconnect.enabled is false', end.kind === 'lost')
  if (failures > settings.maxAttempts) return down('failed', `; gave up after ${settings.maxAttempts} new attempts`)
  return down('backoff')
}
