import type { McpEvent } from '@harness-mcp/client'

import type { McpHealth } from './health/health.js'
import type { McpSessionSnapshot } from './snapshot.js'

/** What happened to one server. `health` tells each change of the state of its health. */
export type ServerEvent =
  | Exclude<McpEvent, { type: 'state' }>
  | { readonly type: 'state'; readonly snapshot: McpSessionSnapshot }
  | { readonly type: 'health'; readonly health: McpHealth }

/** What happened, and to which server. */
export type McpSessionEvent = ServerEvent & { readonly server: string }

/**
 * Told of every event of every server.
 *
 * @param event - what happened, and to which server.
 */
export type McpSessionListener = (event: McpSessionEvent) => void

/** Tells every listener of every event, in one order for all. One that throws or rejects does not keep the event from the others. */
export class Listeners {
  readonly #listeners = new Set<McpSessionListener>()
  readonly #waiting: McpSessionEvent[] = []
  #telling = false

  add(listener: McpSessionListener): () => void {
    // A wrapper each time: the same function added twice is two subscriptions, each with its own undo.
    const own: McpSessionListener = (event) => listener(event)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** An event that a listener causes is told when all have heard the one before it. */
  tell(event: McpSessionEvent): void {
    this.#waiting.push(event)
    if (this.#telling) return
    this.#telling = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#tellAll(next)
    this.#telling = false
  }

  #tellAll(event: McpSessionEvent): void {
    // A copy: whoever subscribes because of this event waits for the next one.
    for (const listener of new Set(this.#listeners)) {
      if (this.#listeners.has(listener)) notify(listener, event)
    }
  }
}

/** Whoever listens answers for it: an error here must not reach a server's connection, nor end the host. */
function notify(listener: McpSessionListener, event: McpSessionEvent): void {
  try {
    // A listener may be an async function, which rejects later.
    const returned: unknown = listener(event)
    if (returned instanceof Promise) returned.catch(() => {})
  } catch {
    // Its own affair.
  }
}
