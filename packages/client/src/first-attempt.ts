import { untilAborted } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from './config/schema.js'
import { clientError } from './errors.js'
import type { Status } from './lifecycle/status.js'

export interface FirstAttempt {
  readonly config: ResolvedConfig
  readonly status: Status
  /** Gives it up. */
  readonly signal: AbortSignal | undefined
  readonly attempted: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Settles when the first attempt has ended. Closes and rejects when it was given up, or failed with `failOnStartupError`. */
export async function firstAttempt({ config, status, signal, attempted, close }: FirstAttempt): Promise<void> {
  const { serverName: server, failOnStartupError, disabled } = config
  try {
    await untilAborted(attempted(), signal ?? new AbortController().signal)
  } catch {
    await close()
    throw clientError('aborted', { server, message: 'the start was cancelled', cause: signal?.reason })
  }
  if (!failOnStartupError || disabled || status.state === 'ready') return
  await close()
  throw status.error ?? clientError('closed', { server, message: 'closed during the start' })
}
