import { type McpError, onAbort, untilAborted } from '@harness-mcp/result-adapter'
import { desktopError } from './errors.js'
import { within } from './within.js'

/** Runs one call in the driver. The signal is the call's own. */
export type Work = (signal: AbortSignal) => Promise<unknown>

interface Running {
  readonly stop: AbortController
  /** Settles when the driver has let go of it, whatever came of it. */
  readonly settled: Promise<unknown>
}

/** The calls that are running, so that each can be cancelled alone and all of them together. */
export class Calls {
  readonly #running = new Set<Running>()
  #ended = false

  /**
   * Runs a call. Whoever cancelled it hears so at once, even from a driver that does not stop.
   *
   * @throws McpError `aborted` when `signal` was, `not-connected` when the desktop is closed, `outcome-unknown` when it was
   * closed during the call; otherwise whatever `work` rejects with.
   */
  async run(rawName: string, work: Work, signal: AbortSignal | undefined): Promise<unknown> {
    if (this.#ended) throw desktopError('not-connected', 'it is closed')
    if (signal?.aborted) throw cancelled(rawName, signal)
    const { stop, settled } = this.#start(work)
    const undo = signal && onAbort(signal, () => stop.abort())
    try {
      return await untilAborted(settled, stop.signal)
    } catch (error) {
      if (signal?.aborted) throw cancelled(rawName, signal)
      throw stop.signal.aborted ? closedDuring(rawName) : error
    } finally {
      undo?.()
    }
  }

  /** Aborts every call, takes no more, and waits until the driver has let go of them, but no longer than `graceMs`. */
  async end(graceMs: number): Promise<void> {
    this.#ended = true
    const running = [...this.#running]
    for (const { stop } of running) stop.abort()
    await within(graceMs, Promise.allSettled(running.map(({ settled }) => settled)))
  }

  #start(work: Work): Running {
    const stop = new AbortController()
    const settled = work(stop.signal)
    const running = { stop, settled }
    this.#running.add(running)
    const forget = (): void => void this.#running.delete(running)
    settled.then(forget, forget)
    return running
  }
}

function cancelled(rawName: string, signal: AbortSignal): McpError {
  return desktopError('aborted', `the call of "${rawName}" was cancelled`, signal.reason)
}

/** A click may have happened before it was stopped. */
function closedDuring(rawName: string): McpError {
  return desktopError('outcome-unknown', `it was closed during the call of "${rawName}"; the outcome is unknown`)
}
