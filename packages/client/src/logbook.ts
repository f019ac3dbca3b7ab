import type { Events } from './lifecycle/events.js'
import type { McpSnapshot, McpState } from './lifecycle/snapshot.js'
import type { McpLogger } from './server.js'

const METHOD = { info: 'info', warning: 'warn', error: 'error' } as const

/** What a person should know of one server: an event, and a line for the logger. */
export class Logbook {
  readonly #server: string
  readonly #events: Events
  readonly #logger: McpLogger | undefined
  #down: McpState | undefined

  constructor(server: string, events: Events, logger: McpLogger | undefined) {
    this.#server = server
    this.#events = events
    this.#logger = logger
    events.subscribe((event) => event.type === 'state' && this.#noteState(event.snapshot))
  }

  write(level: keyof typeof METHOD, message: string): void {
    this.#events.emit({ type: 'log', level, message })
    this.#logger?.[METHOD[level]](`${this.#server}: ${message}`)
  }

  /** One line when a connection is lost, one when it is given up, one when it is back: not one for each attempt. */
  #noteState({ state, reason, toolCount, revision }: McpSnapshot): void {
    if (state === 'ready') {
      if (this.#down) this.write('info', `connected again (revision ${revision}, ${toolCount} tools)`)
      this.#down = undefined
    }
    if ((state !== 'backoff' && state !== 'failed' && state !== 'auth-required') || state === this.#down) return
    this.#down = state
    this.write(state === 'failed' ? 'error' : 'warning', `${state}: ${reason}`)
  }
}
