import type { RemoteConfig } from '../config/schema.js'
import type { OpenTransport, TransportEvents } from './opened.js'
import { fetchFor } from './scoped-fetch.js'

const LONGEST_WAIT_MS = 30_000
/** A stream that lived this long was a good one, in ms. */
const LASTING_MS = 60_000

/** Streamable HTTP through the SDK, which opens a dropped notification stream again as long as the connection lives. */
export async function openStreamableHttp(config: RemoteConfig, events: TransportEvents): Promise<OpenTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const schedule = new StreamSchedule(events)
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    fetch: fetchFor(config, events),
    // By default the SDK gives up after two failures and is deaf to notifications from then on.
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: LONGEST_WAIT_MS,
      reconnectionDelayGrowFactor: 2,
      maxRetries: Number.MAX_SAFE_INTEGER,
    },
    reconnectionScheduler: (reopen, delayMs, failures) => schedule.add(reopen, delayMs, failures),
  })
  return { transport, endSession: () => transport.terminateSession(), release: () => schedule.clear() }
}

/**
 * When a dropped stream is opened again. The SDK counts only streams that could not be opened: one that opens and drops at
 * once would come back every second for ever. It also remembers one timer, so these are kept here to be cleared.
 */
class StreamSchedule {
  readonly #events: TransportEvents
  readonly #timers = new Set<NodeJS.Timeout>()
  #drops = 0
  #lastDrop = 0

  constructor(events: TransportEvents) {
    this.#events = events
  }

  add(reopen: () => void, delayMs: number, failures: number): () => void {
    if (failures > 0) this.#events.onStreamTrouble()
    const now = Date.now()
    this.#drops = now - this.#lastDrop > LASTING_MS ? 0 : this.#drops + 1
    this.#lastDrop = now
    // Never sooner than the SDK says: the wait may be one that the server asked for.
    const wait = Math.max(delayMs, this.#drops === 0 ? 0 : Math.min(1_000 * 2 ** (this.#drops - 1), LONGEST_WAIT_MS))
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      reopen()
    }, wait)
    this.#timers.add(timer)
    return () => {
      clearTimeout(timer)
      this.#timers.delete(timer)
    }
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
