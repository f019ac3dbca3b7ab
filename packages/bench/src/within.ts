import { setTimeout as delay } from 'node:timers/promises'

/** Settles like `work`, and rejects when that takes longer than `ms`. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const late = delay(ms, undefined, { signal: settled.signal }).then(
    () => Promise.reject(new Error(`${what}: not within ${ms / 1000} s`)),
    // Rejects only when the work was in time, and then the race is over.
    () => work,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    settled.abort()
  }
}
