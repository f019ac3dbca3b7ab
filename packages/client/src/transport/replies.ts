import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client'

import type { QuestionReply, ServerQuestions } from '../elicitation/server-questions.js'
import { isJsonObject } from '../json.js'
import { isCall } from './message.js'

/** Replies on their way at a time: over HTTP each is a request. */
const MOST_UNDER_WAY = 64
/** Replies that wait for their turn. One piece of a pipe holds fewer requests. */
const MOST_WAITING = 4_096
/** The longest id of a request that is answered, in characters. It waits with its reply. */
const LONGEST_ID = 256
/** What a server gets to take the answer of a person, over HTTP, in ms: nobody can be asked for it again. */
const ANSWER_MS = 30_000

interface Outgoing {
  readonly reply: JSONRPCMessage
  readonly ofPerson: boolean
}

/** Resolves to whether the reply has been taken, within `ms` where each is a request of its own. Never rejects. */
type Send = (reply: JSONRPCMessage, ms?: number) => Promise<boolean>

/**
 * Answers the requests of a server: it can ask for a sign of life, and, where the program declares so, put a question.
 * The SDK would answer too, but it says nothing when it does not (a request that was cancelled, an id it does not like), and
 * then nobody can count how many answers a server leaves untaken.
 */
export class Replies {
  /** Told once, when requests came faster than the server takes the answers, and some were dropped. */
  ondropped?: () => void
  /** Told when the server did not take what a person answered. */
  onlost?: () => void
  /** What a server may ask a person. Without it that is a method which is not there. */
  questions: ServerQuestions | undefined

  readonly #send: Send
  readonly #waiting: Outgoing[] = []
  #underWay = 0
  #dropped = false
  #deaf = false

  constructor(send: Send) {
    this.#send = send
  }

  /** Revision 2026-07-28 has no requests of the server, and over HTTP no place for an answer. */
  cease(): void {
    this.#deaf = true
  }

  /** Whether a message was for this room: a request, or that a question is taken back. */
  take(message: JSONRPCMessage): boolean {
    if (!isCall(message)) return false
    if ('id' in message) {
      if (!this.#deaf) this.answer(message)
      return true
    }
    if (message.method !== 'notifications/cancelled' || this.questions === undefined) return false
    const params: unknown = message.params
    return isJsonObject(params) && this.questions.withdraw(params['requestId'])
  }

  answer(request: JSONRPCRequest): void {
    const { id, method, params } = request
    if (!isAnswerable(id)) return
    if (method !== 'elicitation/create' || this.questions === undefined) return this.#reply(replyTo(request))
    void this.questions
      .reply(id, params)
      .then((reply) => reply && this.#reply({ jsonrpc: '2.0', id, ...reply }, isOfPerson(reply)))
  }

  #reply(reply: JSONRPCMessage, ofPerson = false): void {
    // What a person answered has its place among them: it cannot be asked for again.
    if (this.#waiting.length >= MOST_WAITING && !ofPerson) return this.#drop()
    this.#waiting.push({ reply, ofPerson })
    this.#next()
  }

  #next(): void {
    while (this.#underWay < MOST_UNDER_WAY) {
      const outgoing = this.#waiting.shift()
      if (outgoing === undefined) return
      this.#underWay++
      void this.#deliver(outgoing).finally(() => {
        this.#underWay--
        this.#next()
      })
    }
  }

  async #deliver({ reply, ofPerson }: Outgoing): Promise<void> {
    const taken = await this.#send(reply, ofPerson ? ANSWER_MS : undefined)
    if (ofPerson && !taken) this.onlost?.()
  }

  #drop(): void {
    if (this.#dropped) return
    this.#dropped = true
    this.ondropped?.()
  }
}

/** A question that ends by itself is cancelled too. */
function isOfPerson(reply: NonNullable<QuestionReply>): boolean {
  return 'result' in reply && reply.result.action !== 'cancel'
}

/** The codes of JSON-RPC. */
const METHOD_NOT_FOUND = -32_601

function replyTo({ id, method }: JSONRPCRequest): JSONRPCMessage {
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} }
  return { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: notFound(method) } }
}

/** Many servers hand the text on to the model. */
function notFound(method: string): string {
  return method === 'elicitation/create'
    ? 'Method not found: this client does not offer elicitation, so there is nobody to ask'
    : 'Method not found'
}

function isAnswerable(id: unknown): boolean {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= LONGEST_ID)
}
