import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'
import { isJsonObject } from '../json.js'
import { readable, readAnswer, readProgress } from './answers.js'
import type { Progress } from './progress.js'
import { readRefusal } from './refusal.js'

export interface ExchangeRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface ExchangeOptions {
  /** Cancels the request. The server is told the text of its reason. */
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

interface Pending {
  readonly resolve: (raw: unknown) => void
  readonly reject: (reason: unknown) => void
  readonly onProgress: ((progress: Progress) => void) | undefined
}

/** Takes the headers that the SDK would send with a call. Put into its `params`, it keeps the call from being sent. */
export class HeaderSink {
  headers: Readonly<Record<string, string>> = {}
}

/** The key of a `HeaderSink` in `params`. It survives the SDK's object spreads. */
export const HEADER_SINK: unique symbol = Symbol('harness-mcp.header-sink')

/** Far from the SDK's own ids, which count from 0, and within 32 bits, which some servers expect. */
const FIRST_ID = 1_000_000
/** Requests of the server that wait for our answer to be taken. Further ones are dropped. */
const MOST_ASKED = 64

type Message = JSONRPCMessage & { readonly params?: Record<PropertyKey, unknown> | undefined }

/**
 * A transport that the SDK and this package share. The SDK shakes hands, subscribes and asks for signs of life over it; the
 * requests whose results matter go past the SDK, because it rejects a whole result for one element that its schemas do not
 * know, after the tool has run.
 */
export class Exchange implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>

  readonly #server: string
  readonly #inner: Transport
  readonly #pending = new Map<number, Pending>()
  readonly #asked = new Set<unknown>()
  readonly #underWay = new Set<Promise<unknown>>()
  #nextId = FIRST_ID
  #envelope: Readonly<Record<string, unknown>> | undefined
  #closed = false
  #explanation: string | undefined

  constructor(server: string, inner: Transport) {
    this.#server = server
    this.#inner = inner
    // By this pair the SDK recognises stdio.
    if ('pid' in inner && 'stderr' in inner) {
      Object.defineProperties(this, { pid: { get: () => inner.pid }, stderr: { get: () => inner.stderr } })
    }
    inner.onclose = () => {
      this.#end()
      this.onclose?.()
    }
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => this.#receive(message, extra)
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions)
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  async send(message: Message, options?: TransportSendOptions): Promise<void> {
    const sink = message.params?.[HEADER_SINK]
    if (!(sink instanceof HeaderSink) || !('id' in message) || message.id === undefined) {
      return this.#pass(message, options)
    }
    sink.headers = options?.headers ?? {}
    this.onmessage?.({ jsonrpc: '2.0', id: message.id, result: { content: [], resultType: 'complete' } })
  }

  /** Also for an answer in the body of a refusal: the SDK reads that of status 400 alone, and on one revision. */
  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    try {
      if (!this.#take(message) && this.#admits(message)) this.onmessage?.(readable(message), extra)
    } catch (error) {
      // It runs inside the reader of a transport: what a server sends must not end that, or the process.
      this.#report(error)
    }
  }

  async #post(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.#inner.send(message, options)
    } catch (error) {
      const refused = readRefusal(error, message)
      if (refused.kind === 'failure') throw refused.error
      this.#receive(refused.message)
    }
  }

  async #pass(message: Message, options: TransportSendOptions | undefined): Promise<void> {
    try {
      await this.#post(message, options)
    } finally {
      // An answer to the server frees its place only when it has been taken.
      if (!('method' in message)) this.#asked.delete(message.id)
    }
  }

  /** Whether there is room for a message: requests of the server are answered, and who asks without reading fills the host. */
  #admits(message: Message): boolean {
    if (!('method' in message) || !('id' in message)) return true
    if (this.#asked.size >= MOST_ASKED) return false
    this.#asked.add(message.id)
    return true
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }

  /** From revision 2026-07-28 on each message carries what older revisions say once in the handshake. */
  useEnvelope(envelope: Readonly<Record<string, unknown>>): void {
    this.#envelope = envelope
  }

  /** Sends a request and resolves to its result, as the server sent it. Rejects with whatever went wrong. */
  async request(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const answer = this.#request(request, options)
    this.#underWay.add(answer)
    try {
      return await answer
    } finally {
      this.#underWay.delete(answer)
    }
  }

  #request(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const { signal } = options
    if (this.#closed)
      return Promise.reject(clientError('not-connected', { server: this.#server, message: 'not connected' }))
    if (signal.aborted) return Promise.reject(reasonOf(signal))
    const id = this.#nextId++
    return new Promise<unknown>((resolve, reject) => {
      const stream = this.hasPerRequestStream ? new AbortController() : undefined
      const cancel = (): void => {
        this.#settle(id)?.reject(reasonOf(signal))
        void this.#cancel(id, signal, stream)
      }
      const done = (): void => signal.removeEventListener('abort', cancel)
      signal.addEventListener('abort', cancel, { once: true })
      this.#pending.set(id, {
        resolve: (raw) => (done(), resolve(raw)),
        reject: (reason) => (done(), reject(reason)),
        onProgress: options.onProgress,
      })
      this.#sendRequest(id, request, options, stream).catch((error: unknown) => this.#settle(id)?.reject(error))
    })
  }

  /** Why a response stream is about to end. */
  explain(why: string): void {
    this.#explanation = why
  }

  /** Resolves when every request that is under way now has come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  #sendRequest(
    id: number,
    request: ExchangeRequest,
    options: ExchangeOptions,
    stream: AbortController | undefined,
  ): Promise<void> {
    const message: JSONRPCRequest = {
      jsonrpc: '2.0',
      id,
      method: request.method,
      params: this.#withMeta(request.params, options.onProgress && { progressToken: id }),
    }
    if (stream === undefined) return this.#post(message)
    return this.#post(message, {
      requestSignal: stream.signal,
      onRequestStreamEnd: () => this.#settle(id)?.reject(this.#unanswered(this.#whyEnded())),
      ...(request.headers && { headers: request.headers }),
    })
  }

  #withMeta(params: Readonly<Record<string, unknown>>, own: object | undefined): Record<string, unknown> {
    return this.#envelope || own ? { ...params, _meta: { ...this.#envelope, ...own } } : { ...params }
  }

  /** Revision 2026-07-28 cancels over HTTP by closing the stream; older ones by a notification, and leave the stream open. */
  async #cancel(id: number, signal: AbortSignal, stream: AbortController | undefined): Promise<void> {
    const byStream = stream !== undefined && this.#envelope !== undefined
    const params = this.#withMeta({ requestId: id, reason: String(signal.reason) }, undefined)
    try {
      if (!byStream) await this.#inner.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    } catch (error) {
      this.#report(error)
    } finally {
      stream?.abort()
    }
  }

  /** Whether the message was for a request of ours, or the progress of one. */
  #take(message: Message): boolean {
    if ('method' in message) return message.method === 'notifications/progress' && this.#progress(message.params)
    const id = ownId(message.id)
    if (id === undefined) return false
    // Without a pending request it is an answer to a cancelled one, or a second answer.
    const pending = this.#settle(id)
    if (pending === undefined) return true
    const answer = readAnswer(message)
    if (answer.ok) pending.resolve(answer.raw)
    else pending.reject(answer.reason)
    return true
  }

  #progress(params: unknown): boolean {
    if (!isJsonObject(params)) return false
    const id = ownId(params['progressToken'])
    if (id === undefined) return false
    this.#pending.get(id)?.onProgress?.(readProgress(params))
    return true
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #end(): void {
    this.#closed = true
    const reason = this.#unanswered(this.#explanation ?? 'the connection closed before the answer')
    for (const id of this.#pending.keys()) this.#settle(id)?.reject(reason)
  }

  #whyEnded(): string {
    const why = this.#explanation ?? 'the response stream ended without the response'
    this.#explanation = undefined
    return why
  }

  #unanswered(message: string): Error {
    return clientError('unreachable', { server: this.#server, message })
  }
}

/** An id of ours. Some servers send the number back as text; everything else that could become a number is none. */
function ownId(id: unknown): number | undefined {
  if (typeof id !== 'number' && typeof id !== 'string') return undefined
  const number = Number(id)
  return number >= FIRST_ID ? number : undefined
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason))
}
