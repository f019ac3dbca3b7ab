import { onAbort } from '@harness-mcp/result-adapter'
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client'

import { pause, reasonOf } from '../abort.js'
import { clientError } from '../errors.js'
import { Handshakes } from './handshake-repair.js'
import { HEADER_SINK, HeaderSink } from './header-sink.js'
import { PendingRequests } from './pending.js'
import type { Progress } from './progress.js'
import { readRefusal } from './refusal.js'
import { Replies } from './replies.js'
import { streamEnd } from './stream-end.js'
import { tell } from './tell.js'

export interface ExchangeRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface ExchangeOptions {
  /** Cancels the request. The server is told the text of its reason. */
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Resolves to a result of the kind `input_required` too, instead of rejecting. */
  readonly takesInput?: boolean | undefined
}

/** What a server gets to end the stream of a response behind that response, in ms. */
const LINGER_MS = 1_000

type Message = JSONRPCMessage & { readonly params?: Record<PropertyKey, unknown> | undefined }

/**
 * A transport that the SDK and this package share. The SDK shakes hands, subscribes and asks for signs of life over it; the
 * requests whose results matter go past the SDK, because it rejects a whole result for one element that its schemas do not
 * know, after the tool has run. Requests of the server are answered here.
 */
export class Exchange implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  /** What answers the requests of the server. */
  readonly replies: Replies

  readonly #server: string
  readonly #inner: Transport
  readonly #pending = new PendingRequests()
  readonly #handshakes = new Handshakes()
  readonly #underWay = new Set<Promise<unknown>>()
  #envelope: Readonly<Record<string, unknown>> | undefined
  readonly #ended = new AbortController()
  readonly #leaving = new AbortController()
  #explanation = 'the connection closed before the answer'
  /** What the transport reported in this very moment: the SDK reports that a stream broke, and then ends its request. */
  #trouble = ''

  constructor(server: string, inner: Transport) {
    this.#server = server
    this.#inner = inner
    this.replies = new Replies((reply, ms) => this.#tell(reply, ms))
    // By this pair the SDK recognises stdio.
    if ('pid' in inner && 'stderr' in inner) {
      Object.defineProperties(this, { pid: { get: () => inner.pid }, stderr: { get: () => inner.stderr } })
    }
    inner.onclose = () => {
      this.#end()
      this.onclose?.()
    }
    inner.onerror = (error) => this.#troubled(error)
    inner.onmessage = (message, extra) => this.#receive(message, extra)
  }

  /** Aborted when the connection is about to end, or has ended: nobody is asked anything for it any more. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  /** To be told before the connection is closed: a process may take seconds to end, and goes on asking. */
  leave(): void {
    this.#leaving.abort()
    this.replies.questions?.end()
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
      this.#handshakes.sent(message)
      return this.#post(message, options)
    }
    sink.headers = options?.headers ?? {}
    this.onmessage?.({ jsonrpc: '2.0', id: message.id, result: { content: [], resultType: 'complete' } })
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

  /** Also for an answer in the body of a refusal: the SDK reads that of status 400 alone, and on one revision. */
  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    try {
      this.#take(message, extra)
    } catch (error) {
      // It runs inside the reader of a transport: what a server sends must not end that, or the process.
      this.#report(error)
    }
  }

  #take(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (this.#pending.take(message) || this.replies.take(message)) return
    this.onmessage?.(this.#handshakes.received(message), extra)
  }

  #troubled(error: Error): void {
    // The first word: the SDK goes on to say that it does not open the stream again.
    this.#trouble ||= error.message
    queueMicrotask(() => (this.#trouble = ''))
    this.onerror?.(error)
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }

  /** From revision 2026-07-28 on each message carries what older revisions say once in the handshake. */
  useEnvelope(envelope: Readonly<Record<string, unknown>>): void {
    this.#envelope = envelope
    this.replies.cease()
  }

  /** Sends a request and resolves to its result, as the server sent it. Rejects with whatever went wrong. */
  request(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const answer = this.#request(request, options)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  #request(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const { signal } = options
    if (this.#ended.signal.aborted)
      return Promise.reject(clientError('not-connected', { server: this.#server, message: 'not connected' }))
    if (signal.aborted) return Promise.reject(reasonOf(signal))
    return new Promise<unknown>((resolve, reject) => {
      const stream = this.hasPerRequestStream ? new AbortController() : undefined
      const cancel = (): void => {
        this.#pending.fail(id, reasonOf(signal))
        void this.#cancel(id, signal, stream)
      }
      const unlisten = onAbort(signal, cancel)
      const done = (): void => (unlisten(), this.#release(stream))
      const id = this.#pending.add({
        resolve: (raw) => (done(), resolve(raw)),
        reject: (reason) => (done(), reject(reason)),
        onProgress: options.onProgress,
        takesInput: options.takesInput,
      })
      this.#sendRequest(id, request, options, stream).catch((error: unknown) => this.#pending.fail(id, error))
    })
  }

  /** Some servers never end the stream of a response: that would be one more connection for each call. */
  #release(stream: AbortController | undefined): void {
    if (stream) void pause(LINGER_MS, this.#ended.signal).then(() => stream.abort())
  }

  /** Resolves when every request that is under way now has come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  /** Rejects with everything that goes wrong: a value that is no JSON is thrown out of the transport at once. */
  async #sendRequest(
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
      onRequestStreamEnd: () => this.#pending.fail(id, this.#unanswered(streamEnd(this.#server, this.#trouble))),
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
    if (!byStream) await this.#tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    stream?.abort()
  }

  /** Sends what asks for nothing, and gives whether it was taken. Never rejects. */
  #tell(message: JSONRPCMessage, ms?: number): Promise<boolean> {
    const refused = (error: unknown): boolean => (this.#report(error), false)
    return tell(this.#inner, message, ms).then(() => true, refused)
  }

  /** Why the one stream of all answers is about to end, where the transport has only one. */
  explain(why: string): void {
    this.#explanation = why
  }

  #end(): void {
    this.#ended.abort()
    this.leave()
    this.#pending.failAll(this.#unanswered(this.#explanation))
  }

  #unanswered(message: string): Error {
    return clientError('unreachable', { server: this.#server, message })
  }
}
