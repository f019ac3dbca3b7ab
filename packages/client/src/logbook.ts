import type { McpClientError } from './errors.js'
import type { Events } from './lifecycle/events.js'
import type { McpSnapshot, McpState } from './lifecycle/snapshot.js'
import { notify } from './notify.js'
import type { Redactor } from './redaction.js'
import type { McpLogger } from './options.js'

const METHOD = { info: 'info', warning: 'warn', error: 'error' } as const

export interface LogbookParts {
  readonly server: string
  readonly events: Events
  readonly logger: McpLogger | undefined
  readonly redact: Redactor
}

/** What a person should know of one server, without secrets and of bounded length: an event, and a line for the logger. */
export class Logbook {
  readonly #parts: LogbookParts
  #down: McpState | undefined

  constructor(parts: LogbookParts) {
    this.#parts = parts
    parts.events.subscribe((event) => event.type === 'state' && this.#noteState(event.snapshot))
  }

  write(level: keyof typeof METHOD, message: string): void {
    const { server, events, logger, redact } = this.#parts
    const clean = redact(message)
    events.emit({ type: 'log', level, message: clean })
    notify(() => logger?.[METHOD[level]](`${server}: ${clean}`))
  }

  /** The message of an error names the server already, as the logger's lines do. */
  writeError({ message }: McpClientError): void {
    const prefix = `${this.#parts.server}: `
    this.write('error', message.startsWith(prefix) ? message.slice(prefix.length) : message)
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
