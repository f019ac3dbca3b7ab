import type { Wire } from '../fault.js'

/** Every wire. For what a server says, which no transport may change. */
export const EVERY: readonly Wire[] = ['stdio', 'stdio 2026', 'http', 'http 2026', 'sse']
/** One of each transport, and both eras. */
export const ONE_OF_EACH: readonly Wire[] = ['stdio', 'http 2026', 'sse']
export const STDIO: readonly Wire[] = ['stdio']
export const BOTH_STDIO: readonly Wire[] = ['stdio', 'stdio 2026']
export const HTTP: readonly Wire[] = ['http']
export const BOTH_HTTP: readonly Wire[] = ['http', 'http 2026']
export const MODERN_HTTP: readonly Wire[] = ['http 2026']
export const SSE: readonly Wire[] = ['sse']
export const OLD: readonly Wire[] = ['stdio', 'http', 'sse']

/** A lost connection comes back at once. */
export const QUICK = { reconnect: { initialDelayMs: 20, maxDelayMs: 40 } } as const
