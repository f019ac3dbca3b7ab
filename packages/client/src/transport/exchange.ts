import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'
import { Handshakes } from './handshake-repair.js'
import { HEADER_SINK, HeaderSink } from './header-sink.js'
import { type ExchangeOptions, type ExchangeRequest, OwnRequests } from './own-requests.js'
import { readRefusal } from './refusal.js'
import { Replies } from './replies.js'
import { streamEnd } from './stream-end.js'
import { tell } from './tell.js'

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
  readonly #requests: OwnRequests
  readonly #handshakes = new Handshakes()
  readonly #ended = new AbortController()
  readonly #leaving = new AbortController()
  #explanation = 'the connection closed before the answer'
  /** What the transport reported in this very moment: the SDK reports that a stream broke, and then ends its request. */
  #trouble = ''

  constructor(server: string, inner: Transport) {
    this.#server = server
    this.#inner = inner
    this.replies = new Replies((reply, ms) => this.#tell(reply, ms))
    this.#requests = new OwnRequests({
      server,
      ended: this.#ended.signal,
      ownStreams: () => this.hasPerRequestStream,
      post: (message, options) => this.#post(message, options),
      tell: (message) => this.#tell(message),
      unanswered: () => this.#unanswered(streamEnd(server, this.#trouble)),
    })
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
    if (this.#requests.take(message) || this.replies.take(message)) return
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
    this.#requests.useEnvelope(envelope)
    this.replies.cease()
  }

  /** Sends a request and resolves to its result, as the server sent it. Rejects with whatever went wrong. */
  request(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    return this.#requests.send(request, options)
  }

  /** Resolves when every request that is under way now has come to its end. */
  settled(): Promise<void> {
    return this.#requests.settled()
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
    this.#requests.failAll(this.#unanswered(this.#explanation))
  }

  #unanswered(message: string): Error {
    return clientError('unreachable', { server: this.#server, message })
  }
}
