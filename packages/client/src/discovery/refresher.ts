import { pause } from '../abort.js'
import type { Connection } from '../connection/connection.js'
import { seeError } from '../connection/seen-error.js'
import { healsByWaiting } from '../transport/refusal.js'

/** How long changes are gathered before a refresh; doubled while they keep coming, up to the second figure. In ms. */
const GATHER_MS = 100
const GATHER_AT_MOST_MS = 2_000
/** The wait before a dropped subscription is opened again; doubled each time, up to the second figure. In ms. */
const LISTEN_AGAIN_MS = 500
const LISTEN_AGAIN_AT_MOST_MS = 15_000
/** A subscription that lived this long was a good one, in ms. */
const LASTING_MS = 30_000

export interface RefresherParts {
  readonly connection: Connection
  /** Ends with the connection. */
  readonly signal: AbortSignal
  /** Discovers again. Reports its own failures and never rejects. */
  readonly refresh: () => Promise<void>
  readonly warn: (message: string) => void
}

/** Keeps the tools of a live connection current: gathers changes, and keeps the subscription of revision 2026-07-28 open. */
export class Refresher {
  readonly #parts: RefresherParts
  #wanted = false
  #working = false
  #paused = true

  /** Listens from now on. Nothing is refreshed before `resume()`: a change during the first discovery waits for its end. */
  constructor(parts: RefresherParts) {
    this.#parts = parts
    const { connection } = parts
    connection.onToolsChanged(() => this.#want())
    if (connection.era === 'modern' && connection.capabilities.toolsListChanged) void this.#keepListening()
  }

  resume(): void {
    this.#paused = false
    if (this.#wanted) void this.#work()
  }

  #want(): void {
    this.#wanted = true
    if (!this.#paused) void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    const { signal, refresh } = this.#parts
    for (let gather = GATHER_MS; !signal.aborted; gather = Math.min(gather * 2, GATHER_AT_MOST_MS)) {
      await pause(gather, signal)
      // Only a whole wait without a change is the end of a storm: a refresh may be quicker than the next change.
      if (!this.#wanted || signal.aborted) break
      this.#wanted = false
      await refresh()
    }
    this.#working = false
  }

  async #keepListening(): Promise<void> {
    const { connection, signal } = this.#parts
    for (let wait = LISTEN_AGAIN_MS; !signal.aborted; wait = Math.min(wait * 2, LISTEN_AGAIN_AT_MOST_MS)) {
      const since = Date.now()
      if ((await this.#listen()) === 'unsupported' || signal.aborted) return
      if (Date.now() - since > LASTING_MS) wait = LISTEN_AGAIN_MS
      connection.checkAlive()
      await pause(wait, signal)
      this.#want()
    }
  }

  async #listen(): Promise<'ended' | 'unsupported'> {
    const { connection, signal, warn } = this.#parts
    try {
      await connection.listen(signal)
      return 'ended'
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal === undefined || signal.aborted) return 'ended'
      warn(`changes of the tool list are not noticed: the server refused the subscription (${refusal})`)
      return 'unsupported'
    }
  }
}

/** With what a server refused, where asking again gets the same answer. */
function refusalIn(error: unknown): string | undefined {
  const seen = seeError(error)
  if (seen.kind === 'server-error') return String(seen.code)
  return seen.kind === 'http' && !healsByWaiting(seen.status) ? `HTTP ${seen.status}` : undefined
}
