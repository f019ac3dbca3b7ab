import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

import { describeThrown } from './issues.js'
import { isMessage } from './message.js'
import type { InProcessTransport } from './transport.js'

/** Takes over the server's end of a line. Rejects when there is no server for it. */
export type Serve = (end: Transport) => Promise<void>

/**
 * A line from a client to a server in the same process; the returned end is the client's. Messages cross as JSON, as they
 * would through a pipe, so that neither side ever holds an object of the other.
 */
export function openLine(serve: Serve): InProcessTransport {
  const client = new End(() => serve(server))
  const server: End = new End(async () => {})
  client.peer = server
  server.peer = client
  return client
}

class End implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  peer: End | undefined

  readonly #open: () => Promise<void>
  #started = false
  #closed = false

  constructor(open: () => Promise<void>) {
    this.#open = open
  }

  async start(): Promise<void> {
    if (this.#started) throw new Error('the transport was started before; a transport lives once')
    this.#started = true
    if (this.#closed) throw new Error(CLOSED)
    await this.#open()
    if (this.#closed) throw new Error(CLOSED)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#started) throw new Error('the transport is not started')
    if (this.#closed) throw new Error(CLOSED)
    const text = encode(message)
    // Later, as through a pipe: what a receiver throws is no business of the sender.
    queueMicrotask(() => this.peer?.receive(text))
  }

  receive(text: string): void {
    if (this.#closed) return
    try {
      const message: unknown = JSON.parse(text)
      if (isMessage(message)) this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(describeThrown(error)))
    }
  }

  async close(): Promise<void> {
    this.end()
    this.peer?.end()
  }

  end(): void {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}

const CLOSED = 'the connection is closed'

/** An answer that cannot be JSON becomes one that says so: without any, the caller would wait for it. */
function encode(message: JSONRPCMessage): string {
  try {
    return JSON.stringify(message)
  } catch (error) {
    if ('method' in message) throw error
    const reason = `the server's answer cannot be written as JSON: ${describeThrown(error)}`
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: reason } })
  }
}

const INTERNAL_ERROR = -32_603
