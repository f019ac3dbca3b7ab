import { createHook } from 'node:async_hooks'

/** What this process holds, counted by kind. */
export type Holdings = ReadonlyMap<string, number>

const SIGNALS = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection']

const timers = new Set<number>()
createHook({
  init: (id, type) => void (type === 'Timeout' && timers.add(id)),
  destroy: (id) => void timers.delete(id),
}).enable()

/** Handles and requests, timers (also those that do not keep a process alive), and listeners on the process. */
export function holdings(): Holdings {
  const counts = new Map<string, number>()
  const add = (kind: string, count = 1): void => void counts.set(kind, (counts.get(kind) ?? 0) + count)
  // Timers are counted below, all of them.
  for (const kind of process.getActiveResourcesInfo()) if (kind !== 'Timeout') add(kind)
  add('timers', timers.size)
  for (const event of SIGNALS) add(`listeners for ${event}`, process.listenerCount(event))
  return counts
}

/** What there is more of than before. */
export function leftovers(before: Holdings, after: Holdings): readonly string[] {
  return [...after]
    .map(([kind, count]) => ({ kind, more: count - (before.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind}`)
}
