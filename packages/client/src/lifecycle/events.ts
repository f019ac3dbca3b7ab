import { notify } from '../notify.js'
import type { ToolChanges } from '../registration/toolset.js'
import type { Progress } from '../transport/progress.js'
import type { McpSnapshot } from './snapshot.js'

/** What happened to one server: its state, its tools, the progress of a call, or a message for a person. */
export type McpEvent =
  | { readonly type: 'state'; readonly snapshot: McpSnapshot }
  | ({ readonly type: 'tools' } & ToolChanges)
  | ({ readonly type: 'progress'; readonly tool: string; readonly callId?: string } & Progress)
  | { readonly type: 'log'; readonly level: 'info' | 'warning' | 'error'; readonly message: string }

/**
 * Told of every event of one server.
 *
 * @param event - what happened.
 */
export type McpListener = (event: McpEvent) => void

/** Tells every listener of every event, in one order for all. One that throws or rejects does not keep the event from the others. */
export class Events {
  readonly #listeners = new Set<McpListener>()
  readonly #waiting: McpEvent[] = []
  #telling = false

  subscribe(listener: McpListener): () => void {
    // A wrapper each time: the same function subscribed twice is two subscriptions, each with its own undo.
    const own: McpListener = (event) => listener(event)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** An event that a listener causes is told when all have heard the one before it. */
  emit(event: McpEvent): void {
    this.#waiting.push(event)
    if (this.#telling) return
    this.#telling = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#tell(next)
    this.#telling = false
  }

  #tell(event: McpEvent): void {
    // A copy: whoever subscribes because of this event waits for the next one.
    for (const listener of new Set(this.#listeners)) {
      if (this.#listeners.has(listener)) notify(() => listener(event))
    }
  }
}
