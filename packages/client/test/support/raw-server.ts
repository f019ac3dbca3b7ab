import { InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

import type { Connection } from '../../src/connection/connection.js'
import { openConnection } from '../../src/connection/open.js'
import { redactor } from '../../src/redaction.js'
import { anySettings } from './settings.js'

type Params = Readonly<Record<string, unknown>>

/** What a method answers: a result, an `ErrorAnswer`, or nothing at all for `SILENT`. */
export type Answer = (params: Params) => unknown

export const SILENT: unique symbol = Symbol('silent')

export class ErrorAnswer {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** A server in this process that answers as told, over the SDK's own in-memory pair. Older revisions only. */
export class RawServer {
  readonly transport: Transport
  /** Every message of the client, in order. */
  readonly received: JSONRPCMessage[] = []
  readonly #end: Transport
  readonly #answers: Readonly<Record<string, Answer>>

  constructor(answers: Readonly<Record<string, Answer>>) {
    const [client, server] = InMemoryTransport.createLinkedPair()
    this.transport = client
    this.#end = server
    this.#answers = { ...HANDSHAKE, ...answers }
    server.onmessage = (message) => this.#answer(message)
  }

  /** The requests for one method, as their params. */
  asked(method: string): unknown[] {
    return this.received.flatMap((message) =>
      'method' in message && message.method === method ? [message.params] : [],
    )
  }

  async send(message: unknown): Promise<void> {
    await this.#end.send(onTheWire(message))
  }

  async toolsChanged(): Promise<void> {
    await this.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }

  async close(): Promise<void> {
    await this.#end.close()
  }

  #answer(message: JSONRPCMessage): void {
    this.received.push(message)
    if (!('method' in message) || !('id' in message)) return
    const { id, method, params = {} } = message
    const answer = this.#answers[method]?.(params) ?? new ErrorAnswer({ code: -32_601, message: 'Method not found' })
    if (answer === SILENT) return
    const response = answer instanceof ErrorAnswer ? { error: answer.error } : { result: answer }
    void this.#end.send(onTheWire({ jsonrpc: '2.0', id, ...response }))
  }
}

/** What arrives is what JSON makes of it: a raw server may say what the SDK's types forbid. */
function onTheWire(message: unknown): JSONRPCMessage {
  return JSON.parse(JSON.stringify(message))
}

const HANDSHAKE: Readonly<Record<string, Answer>> = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, resources: {} },
    serverInfo: { name: 'raw', version: '1.0.0' },
  }),
}

/** A live connection to a raw server; both go with the test. */
export async function connectRaw(
  answers: Readonly<Record<string, Answer>>,
): Promise<{ connection: Connection; server: RawServer }> {
  const server = new RawServer(answers)
  const connection = await openConnection({
    config: anySettings(),
    redact: redactor(anySettings()),
    signal: new AbortController().signal,
    hint: 'unknown',
    transport: () => server.transport,
    warn: () => {},
  })
  onTestFinished(() => connection.close())
  return { connection, server }
}

/** A connection whose `tools/list` gives these pages by cursor; the first page is under `undefined`. */
export function connectWithTools(
  page: (cursor: unknown) => unknown,
): Promise<{ connection: Connection; server: RawServer }> {
  return connectRaw({ 'tools/list': ({ cursor }) => page(cursor) })
}
