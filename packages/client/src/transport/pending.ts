import type { JSONRPCMessage } from '@modelcontextprotocol/client'

import { isJsonObject } from '../json.js'
import { readAnswer, readProgress } from './answers.js'
import { isCall } from './message.js'
import type { Progress } from './progress.js'

/** A request that waits for its answer. */
export interface Pending {
  readonly resolve: (raw: unknown) => void
  readonly reject: (reason: unknown) => void
  readonly onProgress: ((progress: Progress) => void) | undefined
  /** Whether a result may be a question that comes first. */
  readonly takesInput?: boolean | undefined
}

/** Far from the SDK's own ids, which count from 0, and within 32 bits, which some servers expect. */
const FIRST_ID = 1_000_000

/** The requests that went past the SDK, by ids of their own. Each settles once. */
export class PendingRequests {
  readonly #waiting = new Map<number, Pending>()
  #nextId = FIRST_ID

  /** Keeps a request and gives it its id. */
  add(pending: Pending): number {
    const id = this.#nextId++
    this.#waiting.set(id, pending)
    return id
  }

  /** Whether a message was for one of these requests: its answer, or the progress of one. */
  take(message: JSONRPCMessage): boolean {
    if (isCall(message)) return message.method === 'notifications/progress' && this.#progress(message.params)
    const id = ownId(message.id)
    if (id === undefined) return false
    // Without a pending request it is an answer to a cancelled one, or a second answer.
    const pending = this.#settle(id)
    if (pending === undefined) return true
    const answer = readAnswer(message, pending)
    if (answer.ok) pending.resolve(answer.raw)
    else pending.reject(answer.reason)
    return true
  }

  fail(id: number, reason: unknown): void {
    this.#settle(id)?.reject(reason)
  }

  failAll(reason: unknown): void {
    for (const id of this.#waiting.keys()) this.fail(id, reason)
  }

  #progress(params: unknown): boolean {
    if (!isJsonObject(params)) return false
    const id = ownId(params['progressToken'])
    if (id === undefined) return false
    this.#waiting.get(id)?.onProgress?.(readProgress(params))
    return true
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#waiting.get(id)
    this.#waiting.delete(id)
    return pending
  }
}

/** An id of ours. Some servers send the number back as text; everything else that could become a number is none. */
function ownId(id: unknown): number | undefined {
  if (typeof id !== 'number' && typeof id !== 'string') return undefined
  const number = Number(id)
  return number >= FIRST_ID ? number : undefined
}
