import type { Connection } from '../connection/connection.js'
import type { McpClientError } from '../errors.js'
import type { Events } from './events.js'
import type { Down } from './next.js'
import type { McpSnapshot, McpState } from './snapshot.js'

type Changing = Omit<McpSnapshot, 'server' | 'toolCount' | 'lastError'>

/** The state of one server: the one place that changes it, and an event for every change. */
export class Status {
  readonly #server: string
  readonly #events: Events
  readonly #toolCount: () => number
  #current: Changing
  #error: McpClientError | undefined

  constructor(server: string, events: Events, toolCount: () => number) {
    this.#server = server
    this.#events = events
    this.#toolCount = toolCount
    this.#current = { state: 'disabled', reason: 'disabled', since: Date.now(), attempt: 0 }
  }

  get state(): McpState {
    return this.#current.state
  }

  /** The last thing that went wrong. */
  get error(): McpClientError | undefined {
    return this.#error
  }

  snapshot(): McpSnapshot {
    return Object.freeze({
      server: this.#server,
      ...this.#current,
      toolCount: this.#toolCount(),
      ...(this.#error && { lastError: { code: this.#error.code, message: this.#error.message } }),
    })
  }

  connecting(attempt: number): void {
    if (this.state === 'connecting' && this.#current.attempt === attempt) return
    this.#become({
      state: 'connecting',
      reason: this.#current.state === 'disabled' ? '' : this.#current.reason,
      attempt,
    })
  }

  ready({ era, revision, server }: Connection): void {
    this.#become({
      state: 'ready',
      reason: '',
      attempt: this.#current.attempt,
      era,
      revision,
      ...(server && { serverInfo: server }),
    })
  }

  down({ state, failures, reason, error, authorizationUrl }: Down, nextAttemptAt: number | undefined): void {
    this.trouble(error)
    this.#become({
      state,
      reason: withoutName(reason, this.#server),
      attempt: failures,
      ...(nextAttemptAt !== undefined && { nextAttemptAt }),
      ...(authorizationUrl !== undefined && { authorizationUrl }),
    })
  }

  closed(): void {
    this.#become({ state: 'closed', reason: '', attempt: this.#current.attempt })
  }

  /** Remembers what went wrong; it does not change the state. */
  trouble(error: McpClientError): void {
    this.#error = error
  }

  #become(next: Omit<Changing, 'since'>): void {
    // Nothing follows it: a step that was under way may still end as if nothing had happened.
    if (this.state === 'closed') return
    this.#current = { ...next, since: Date.now() }
    this.#events.emit({ type: 'state', snapshot: this.snapshot() })
  }
}

/** A snapshot has the server's name beside its reason already. */
function withoutName(reason: string, server: string): string {
  return reason.startsWith(`${server}: `) ? reason.slice(server.length + 2) : reason
}
