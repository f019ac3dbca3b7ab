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

export type McpSessionListener = (event: McpSessionEvent) => void

/** Tells every listener of every event. One that throws does not keep the event from the others. */
export class Listeners {
  readonly #listeners = new Set<McpSessionListener>()

  add(listener: McpSessionListener): () => void {
    // A wrapper each time: the same function added twice is two subscriptions, each with its own undo.
    const own: McpSessionListener = (event) => listener(event)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  tell(event: McpSessionEvent): void {
    // A copy: whoever subscribes because of this event waits for the next one.
    for (const listener of new Set(this.#listeners)) {
      if (!this.#listeners.has(listener)) continue
      try {
        listener(event)
      } catch {
        // Whoever listens answers for it: an error here must not reach a server's connection.
      }
    }
  }
}
