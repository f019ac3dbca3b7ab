import type { McpServer } from '@harness-mcp/client'

import { reasonOf } from '../errors.js'

/** What one check came to, and when, in ms since 1970-01-01. */
export type Check =
  | { readonly kind: 'answered'; readonly at: number; readonly latencyMs: number }
  | { readonly kind: 'failed'; readonly at: number; readonly reason: string }

/** Asks a server for one sign of life, and gives up after `timeoutMs`, or when `signal` is aborted. Never rejects. */
export async function check(
  server: Pick<McpServer, 'name' | 'ping'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Check> {
  const stop = new AbortController()
  const giveUp = (): void => stop.abort()
  let late = false
  const expire = (): void => {
    late = true
    giveUp()
  }
  // After one more look at what has arrived: a host that was stopped itself finds the timer due before the answer.
  const timer = setTimeout(() => setImmediate(expire), timeoutMs)
  // By hand: what AbortSignal.any makes stays with a signal that lives as long as the connection.
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const latencyMs = Math.round(await server.ping({ signal: stop.signal }))
    return { kind: 'answered', at: Date.now(), latencyMs }
  } catch (error) {
    const reason = late ? `no answer within ${timeoutMs} ms (timeoutMs)` : reasonOf(error, server.name)
    return { kind: 'failed', at: Date.now(), reason }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}
