import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client'

/** Replies on their way at a time: over HTTP each is a request. */
const MOST_UNDER_WAY = 64
/** Replies that wait for their turn. One piece of a pipe holds fewer requests. */
const MOST_WAITING = 4_096
/** The longest id of a request that is answered, in characters. It waits with its reply. */
const LONGEST_ID = 256

/**
 * Answers the requests of a server. This client declares no capability, so a sign of life is all that it can be asked for.
 * The SDK would answer too, but it says nothing when it does not (a request that was cancelled, an id it does not like), and
 * then nobody can count how many answers a server leaves untaken.
 */
export class Replies {
  /** Told once, when requests came faster than the server takes the answers, and some were dropped. */
  ondropped?: () => void

  /** Resolves when the reply has been taken, and never rejects. */
  readonly #send: (reply: JSONRPCMessage) => Promise<void>
  readonly #waiting: JSONRPCMessage[] = []
  #underWay = 0
  #dropped = false

  constructor(send: (reply: JSONRPCMessage) => Promise<void>) {
    this.#send = send
  }

  answer(request: JSONRPCRequest): void {
    if (!isAnswerable(request.id)) return
    if (this.#waiting.length >= MOST_WAITING) return this.#drop()
    this.#waiting.push(replyTo(request))
    this.#next()
  }

  #next(): void {
    while (this.#underWay < MOST_UNDER_WAY) {
      const reply = this.#waiting.shift()
      if (reply === undefined) return
      this.#underWay++
      void this.#send(reply).finally(() => {
        this.#underWay--
        this.#next()
      })
    }
  }

  #drop(): void {
    if (this.#dropped) return
    this.#dropped = true
    this.ondropped?.()
  }
}

/** The codes of JSON-RPC. */
const METHOD_NOT_FOUND = -32_601

function replyTo({ id, method }: JSONRPCRequest): JSONRPCMessage {
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} }
  return { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
}

function isAnswerable(id: unknown): boolean {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= LONGEST_ID)
}
