import { onAbort } from './on-abort.js'

/**
 * Waits for work that takes no signal, or does not listen to it, but no longer than until `signal` is aborted. The work goes
 * on then, and what it comes to is dropped, also when it fails.
 *
 * @param work - what is under way already.
 * @param signal - whose abort ends the waiting.
 * @returns what `work` resolves to.
 * @throws the reason of `signal` when that is aborted first; otherwise what `work` rejects with.
 *
 * @example
 * ```ts
 * import { untilAborted } from '@harness-mcp/result-adapter'
 *
 * declare const driver: { run(name: string): Promise<unknown> }
 *
 * const call = (signal: AbortSignal) => untilAborted(driver.run('screenshot'), signal)
 * ```
 */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // First of all: the work is under way, also when nobody waits for it any more.
  work.catch(() => {})
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stop()
  }
}
