import type { ResolvedConfig } from '../config/schema.js'
import type { McpClientCode, McpClientError } from '../errors.js'

/** How a connection, or the attempt to open one, ended. */
export type End =
  | { readonly kind: 'not-opened'; readonly error: McpClientError }
  | { readonly kind: 'lost'; readonly error: McpClientError; readonly livedMs: number; readonly served: boolean }
  | { readonly kind: 'asked' }

/** What follows. `failures` counts the ends since the last connection that lasted. */
export type Next = { readonly state: 'connecting'; readonly failures: number } | Down

/** A state without a connection. `keepTools` is whether the last tools stay registered in it. */
export interface Down {
  readonly state: 'backoff' | 'auth-required' | 'failed'
  readonly failures: number
  readonly reason: string
  readonly error: McpClientError
  readonly keepTools: boolean
  readonly authorizationUrl?: string
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
  const failures = wasGood(end, settings) ? 1 : before + 1
  const { error } = end
  // Nothing is wrong with the server: it is asked for a new session at once, unless the one before was good for nothing.
  if (error.code === 'session-expired' && failures === 1 && settings.enabled) return { state: 'connecting', failures }
  // Where nothing recovers by itself, the tools stay until a reload.
  const keeps = (state: Down['state']): boolean => state !== 'failed' || !settings.enabled
  const down = (state: Down['state'], remark = ''): Down => {
    return { state, failures, reason: error.message + remark, error, keepTools: keeps(state) }
  }
  if (error.code === 'auth-required') return down('auth-required')
  if (FINAL.has(error.code)) return down('failed')
  if (!settings.enabled) return down('failed', '; reconnect.enabled is false')
  if (failures > settings.maxAttempts) return down('failed', `; gave up after ${settings.maxAttempts} new attempts`)
  return down('backoff')
}

/** Whether the connection restores the budget. A session that expires young is none the worse for it when it served a request. */
function wasGood(end: End, { maxDelayMs }: ResolvedConfig['reconnect']): boolean {
  if (end.kind !== 'lost') return false
  return end.livedMs > maxDelayMs || (end.error.code === 'session-expired' && end.served)
}
