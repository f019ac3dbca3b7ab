import { Deadline } from '../abort.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { Progress } from '../transport/progress.js'
import { clientError, type McpClientError } from '../errors.js'

export interface Bounds {
  readonly config: ResolvedConfig
  /** What is being done, for the error: `the call of "search"`. */
  readonly what: string
  /** The caller's cancellation. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** What the server is told. The caller's own reason may hold anything, so it stays here. */
const CANCELLED = 'the caller cancelled the request'
const TIMED_OUT = 'the request timed out'

type Work = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<unknown>

/**
 * Runs one request within `toolCallTimeoutMs`, which progress starts anew, and `maxTotalTimeoutMs`, which nothing does.
 * Rejects with code `aborted` when the caller cancelled, and never with `timeout` then.
 */
export async function bounded(bounds: Bounds, work: Work): Promise<unknown> {
  const { config, signal } = bounds
  if (signal?.aborted) throw abortion(bounds)
  const stop = new AbortController()
  const cancel = (): void => stop.abort(CANCELLED)
  signal?.addEventListener('abort', cancel, { once: true })
  const idle = new Deadline(config.toolCallTimeoutMs, () => timeout(bounds, 'toolCallTimeoutMs'))
  const total = new Deadline(config.maxTotalTimeoutMs, () => timeout(bounds, 'maxTotalTimeoutMs'))
  for (const deadline of [idle, total]) deadline.signal.addEventListener('abort', () => stop.abort(TIMED_OUT))
  try {
    return await work(stop.signal, (progress) => {
      idle.restart()
      bounds.onProgress?.(progress)
    })
  } catch (error) {
    if (signal?.aborted) throw abortion(bounds)
    idle.signal.throwIfAborted()
    total.signal.throwIfAborted()
    throw error
  } finally {
    idle.clear()
    total.clear()
    signal?.removeEventListener('abort', cancel)
  }
}

function abortion({ config, what, signal }: Bounds): McpClientError {
  return clientError('aborted', { server: config.serverName, message: `${what} was cancelled`, cause: signal?.reason })
}

function timeout({ config, what }: Bounds, setting: 'toolCallTimeoutMs' | 'maxTotalTimeoutMs'): McpClientError {
  const message = `${what} timed out after ${config[setting]} ms (${setting}); the server was told to cancel it`
  return clientError('timeout', { server: config.serverName, message })
}
