import type { DocumentParts } from './documents.js'
import { bounded } from './bounded.js'

/** What a ping is asked with. */
export interface PingOptions {
  /** Gives up. */
  readonly signal?: AbortSignal | undefined
}

/** Asks the server for one sign of life, and resolves to the time until it came, in ms. Rejects with an `McpError`. */
export async function pingServer({ config, live }: DocumentParts, { signal }: PingOptions): Promise<number> {
  const since = performance.now()
  await bounded({ config, what: 'the ping', signal }, (stop) => live().ping(stop))
  return performance.now() - since
}
