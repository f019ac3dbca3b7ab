import type { HarnessContext } from './harness.js'

/** The news that a plugin is being unloaded. */
export interface Disposal {
  readonly signal: AbortSignal
  /** Stops listening. */
  readonly forget: () => unknown
}

/** Cordis waits for a pending activation before it runs its disposers: only this event says that it is waiting. */
export function disposalOf(ctx: HarnessContext): Disposal {
  const disposed = new AbortController()
  const check = (): void => {
    if (ctx.fiber.uid === null) disposed.abort()
  }
  check()
  const forget = ctx.on('internal/plugin', check, { global: true })
  return { signal: disposed.signal, forget }
}
