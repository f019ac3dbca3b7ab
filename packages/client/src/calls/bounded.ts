import { onAbort } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from '../config/schema.js'
import type { Progress } from '../transport/progress.js'
import { clientError, type McpClientError } from '../errors.js'
import { IdleTimer } from './idle-timer.js'

export interface Bounds {
  readonly config: ResolvedConfig
  /** What is being done, for the error: `the call of "search"`. */
  readonly what: string
  /** The caller's cancellation. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Why a request is stopped, and what the server is told. The caller's own reason may hold anything, so it stays here. */
const REASONS = {
  aborted: 'the caller cancelled the request',
  toolCallTimeoutMs: 'the request timed out',
  maxTotalTimeoutMs: 'the request timed out',
} as const

interface Clock {
  readonly onProgress: (progress: Progress) => void
  /** Stops the clock of `toolCallTimeoutMs`, until the returned function is called. */
  readonly hold: () => () => void
}

type Work = (signal: AbortSignal, clock: Clock) => Promise<unknown>

/**
 * Runs one request within `toolCallTimeoutMs`, which progress starts anew and a question to a person stops, and
 * `maxTotalTimeoutMs`, which nothing does.
 * Rejects with code `aborted` when the caller cancelled, and never with `timeout` then.
 */
export async function bounded(bounds: Bounds, work: Work): Promise<unknown> {
  const { config, signal } = bounds
  if (signal?.aborted) throw abortion(bounds)
  const stop = new AbortController()
  let why: keyof typeof REASONS | undefined
  const end = (reason: keyof typeof REASONS): void => {
    why ??= reason
    stop.abort(REASONS[reason])
  }
  const unlisten = signal && onAbort(signal, () => end('aborted'))
  const idle = new IdleTimer(config.toolCallTimeoutMs, () => end('toolCallTimeoutMs'))
  const total = setTimeout(end, config.maxTotalTimeoutMs, 'maxTotalTimeoutMs')
  try {
    const onProgress = (progress: Progress): void => {
      idle.restart()
      bounds.onProgress?.(progress)
    }
    return await work(stop.signal, { onProgress, hold: () => idle.hold() })
  } catch (error) {
    // First, because both can come in the same moment: whoever cancelled wants to hear of an abort.
    if (signal?.aborted) throw abortion(bounds)
    throw why === undefined || why === 'aborted' ? error : timeout(bounds, why)
  } finally {
    idle.end()
    clearTimeout(total)
    unlisten?.()
  }
}

function abortion({ config, what, signal }: Bounds): McpClientError {
  return clientError('aborted', { server: config.serverName, message: `${what} was cancelled`, cause: signal?.reason })
}

function timeout({ config, what }: Bounds, setting: 'toolCallTimeoutMs' | 'maxTotalTimeoutMs'): McpClientError {
  const message = `${what} timed out after ${config[setting]} ms (${setting}); the server may still be at work on it`
  return clientError('timeout', { server: config.serverName, message })
}
