import { onAbort } from '@harness-mcp/result-adapter'
import type { JSONRPCMessage, JSONRPCRequest, TransportSendOptions } from '@modelcontextprotocol/client'

import { pause, reasonOf } from '../abort.js'
import { clientError } from '../errors.js'
import { PendingRequests } from './pending.js'
import type { Progress } from './progress.js'

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

export interface OwnRequestsParts {
  readonly server: string
  /** Aborted when the connection has ended. */
  readonly ended: AbortSignal
  /** Whether each request has a stream of its own for its answer. */
  readonly ownStreams: () => boolean
  readonly post: (message: JSONRPCMessage, options?: TransportSendOptions) => Promise<void>
  /** Sends what asks for nothing. Never rejects. */
  readonly tell: (message: JSONRPCMessage) => Promise<unknown>
  /** Why a request has no answer whose stream ends in this very moment. */
  readonly unanswered: () => Error
}

/** What a server gets to end the stream of a response behind that response, in ms. */
const LINGER_MS = 1_000

/** The requests that go past the SDK, each from its sending to its answer, its cancellation or the end of the connection. */
export class OwnRequests {
  readonly #parts: OwnRequestsParts
  readonly #pending = new PendingRequests()
  readonly #underWay = new Set<Promise<unknown>>()
  #envelope: Readonly<Record<string, unknown>> | undefined

  constructor(parts: OwnRequestsParts) {
    this.#parts = parts
  }

  /** From revision 2026-07-28 on each message carries what older revisions say once in the handshake. */
  useEnvelope(envelope: Readonly<Record<string, unknown>>): void {
    this.#envelope = envelope
  }

  /** Whether a message was for one of these requests: its answer, or the progress of one. */
  take(message: JSONRPCMessage): boolean {
    return this.#pending.take(message)
  }

  failAll(reason: Error): void {
    this.#pending.failAll(reason)
  }

  /** Sends a request and resolves to its result, as the server sent it. Rejects with whatever went wrong. */
  send(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const answer = this.#send(request, options)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  /** Resolves when every request that is under way now has come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  #send(request: ExchangeRequest, options: ExchangeOptions): Promise<unknown> {
    const { server, ended, ownStreams } = this.#parts
    const { signal } = options
    if (ended.aborted) return Promise.reject(clientError('not-connected', { server, message: 'not connected' }))
    if (signal.aborted) return Promise.reject(reasonOf(signal))
    return new Promise<unknown>((resolve, reject) => {
      const stream = ownStreams() ? new AbortController() : undefined
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
      this.#post(id, request, options, stream).catch((error: unknown) => this.#pending.fail(id, error))
    })
  }

  /** Some servers never end the stream of a response: that would be one more connection for each call. */
  #release(stream: AbortController | undefined): void {
    if (stream) void pause(LINGER_MS, this.#parts.ended).then(() => stream.abort())
  }

  /** Rejects with everything that goes wrong: a value that is no JSON is thrown out of the transport at once. */
  async #post(
    id: number,
    request: ExchangeRequest,
    options: ExchangeOptions,
    stream: AbortController | undefined,
  ): Promise<void> {
    const { post, unanswered } = this.#parts
    const message: JSONRPCRequest = {
      jsonrpc: '2.0',
      id,
      method: request.method,
      params: this.#withMeta(request.params, options.onProgress && { progressToken: id }),
    }
    if (stream === undefined) return post(message)
    return post(message, {
      requestSignal: stream.signal,
      onRequestStreamEnd: () => this.#pending.fail(id, unanswered()),
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
    if (!byStream) await this.#parts.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    stream?.abort()
  }
}
