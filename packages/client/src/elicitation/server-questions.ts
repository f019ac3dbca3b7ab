import type { ElicitationAnswer } from './elicitation.js'
import { type AskedCall, MOST_QUESTIONS } from './asked-call.js'
import type { Elicitor } from './elicitor.js'

/** What a question comes to on the wire. Nothing is sent for one that the server took back. */
export type QuestionReply =
  | { readonly result: ElicitationAnswer }
  | { readonly error: { readonly code: number; readonly message: string } }
  | undefined

type Id = string | number

interface OpenCall extends AskedCall {
  /** Questions that it may still ask. */
  left: number
}

interface OpenQuestion {
  readonly calls: ReadonlySet<OpenCall>
  readonly controller: AbortController
  withdrawn: boolean
}

/** The codes of JSON-RPC. */
const INVALID_REQUEST = -32_600
const INVALID_PARAMS = -32_602

/**
 * The questions that a server of an older revision asks over one connection, as requests of its own. They name no call, so
 * one belongs to all that are under way when it comes, and is of no use any more when these have ended.
 */
export class ServerQuestions {
  readonly #elicitor: Elicitor
  readonly #calls = new Set<OpenCall>()
  readonly #open = new Map<Id, OpenQuestion>()
  #ended = false

  constructor(elicitor: Elicitor) {
    this.#elicitor = elicitor
  }

  /** Lets the server ask while `work` is under way. */
  async during<Value>(call: AskedCall, work: () => Promise<Value>): Promise<Value> {
    const open: OpenCall = { ...call, left: MOST_QUESTIONS }
    this.#calls.add(open)
    try {
      return await work()
    } finally {
      this.#calls.delete(open)
      for (const { calls, controller } of this.#open.values()) {
        if (![...calls].some((one) => this.#calls.has(one))) controller.abort(new Error('the call has ended'))
      }
    }
  }

  /** Never rejects. */
  async reply(id: Id, params: unknown): Promise<QuestionReply> {
    const payer = [...this.#calls].find(({ left }) => left > 0)
    // A server that asks out of the blue could ask in the name of anything.
    if (this.#calls.size === 0 || this.#ended)
      return refusal(INVALID_REQUEST, 'nothing is asked while no call is under way')
    if (payer === undefined) return refusal(INVALID_REQUEST, `a call asks ${MOST_QUESTIONS} questions at most`)
    if (this.#open.has(id)) return refusal(INVALID_REQUEST, 'a question with this id is open')
    const parsed = this.#elicitor.parse(params)
    if (!parsed.ok) return refusal(INVALID_PARAMS, `the question cannot be put to anybody: ${parsed.reason}`)
    payer.left--
    const open = { calls: new Set(this.#calls), controller: new AbortController(), withdrawn: false }
    this.#open.set(id, open)
    const releases = [...open.calls].map(({ hold }) => hold())
    try {
      const [only, ...others] = open.calls
      const tool = others.length === 0 ? only?.tool : undefined
      return { result: await this.#elicitor.ask(parsed.question, { tool, signal: open.controller.signal }) }
    } catch {
      // Nothing but its signal ends a question without an answer.
      return open.withdrawn ? undefined : { result: { action: 'cancel' } }
    } finally {
      this.#open.delete(id)
      for (const release of releases) release()
    }
  }

  /** Nothing is asked any more, and what is open is of no use: the connection is about to end. */
  end(): void {
    this.#ended = true
    for (const { controller } of this.#open.values()) controller.abort(new Error('the connection is about to end'))
  }

  /** The server does not want to know any more (`notifications/cancelled`). Gives whether it was a question. */
  withdraw(id: unknown): boolean {
    const open = typeof id === 'string' || typeof id === 'number' ? this.#open.get(id) : undefined
    if (open === undefined) return false
    open.withdrawn = true
    open.controller.abort(new Error('the server took the question back'))
    return true
  }
}

function refusal(code: number, message: string): QuestionReply {
  return { error: { code, message } }
}
