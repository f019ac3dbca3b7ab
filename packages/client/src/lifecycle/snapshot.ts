import type { Handshake } from '../connection/connection.js'
import type { McpClientCode } from '../errors.js'

/** Where a server is in its life. In `failed`, `disabled` and `closed` nothing is tried until somebody asks. */
export type McpState = 'connecting' | 'ready' | 'backoff' | 'auth-required' | 'failed' | 'disabled' | 'closed'

/** One server at one moment. Times are ms since 1970-01-01. Plain JSON. */
export interface McpSnapshot {
  /** The configured name. */
  readonly server: string
  /** Where it is in its life. */
  readonly state: McpState
  /** Why it is in this state, as one sentence. Empty while all is well, and after `close()`. */
  readonly reason: string
  /** When it entered this state. */
  readonly since: number
  /** Which attempt without a lasting connection this is; 1 for the first. */
  readonly attempt: number
  /** When the next attempt is, in `backoff`; later only when the old process takes longer than that to be confirmed dead. */
  readonly nextAttemptAt?: number
  /** Where a person can give the authorization, in `auth-required`, when the server says where that is. */
  readonly authorizationUrl?: string
  /** Present while connected. */
  readonly era?: 'legacy' | 'modern'
  /** The revision of the protocol that was negotiated, such as `2026-07-28`. Present while connected. */
  readonly revision?: string
  /** What the server calls itself. Present while connected. */
  readonly serverInfo?: NonNullable<Handshake['server']>
  /** How many tools it offers now. */
  readonly toolCount: number
  /** The last thing that went wrong, also after it has healed. */
  readonly lastError?: { readonly code: McpClientCode; readonly message: string }
}
