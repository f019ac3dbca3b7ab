interface Watch {
  readonly listeners: Set<() => void>
  readonly tellAll: () => void
}

const watches = new WeakMap<AbortSignal, Watch>()

/**
 * Runs `listener` when `signal` aborts. All listeners share one of the signal's own, because a host may end any number of
 * calls with one signal, and Node warns of a leak at the eleventh.
 *
 * @param signal - whose abort is waited for. One that is aborted already tells nobody any more.
 * @param listener - runs once, and does not throw.
 * @returns the undo. Calling it again does nothing.
 *
 * @example
 * ```ts
 * import { onAbort } from '@harness-mcp/result-adapter'
 *
 * declare const driver: { run(name: string): Promise<unknown>; stop(): void }
 *
 * async function call(signal: AbortSignal): Promise<unknown> {
 *   const undo = onAbort(signal, () => driver.stop())
 *   return driver.run('screenshot').finally(undo)
 * }
 * ```
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const watch = watches.get(signal) ?? watchSignal(signal)
  const own = (): void => listener()
  watch.listeners.add(own)
  return () => {
    watch.listeners.delete(own)
    if (watch.listeners.size > 0 || watches.get(signal) !== watch) return
    signal.removeEventListener('abort', watch.tellAll)
    watches.delete(signal)
  }
}

function watchSignal(signal: AbortSignal): Watch {
  const listeners = new Set<() => void>()
  const tellAll = (): void => {
    for (const listener of listeners) listener()
  }
  const watch = { listeners, tellAll }
  signal.addEventListener('abort', tellAll, { once: true })
  watches.set(signal, watch)
  return watch
}
