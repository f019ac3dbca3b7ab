import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client'

import type { Progress } from './progress.js'

/**
 * A request whose result is wanted as the server sent it. The SDK rejects a whole result for one element that its schema
 * does not know, after the tool has run; so the result is kept here, and the SDK sees an empty valid one in its place.
 */
export class Capture {
  #raw: unknown
  #received = false
  /** Told of each report of progress, in the order of the wire: the SDK may deliver the last one after the result. */
  readonly onProgress: ((progress: Progress) => void) | undefined
  /** The response stream ended without the response: nobody knows whether the request ran. */
  lost = false

  constructor(onProgress?: (progress: Progress) => void) {
    this.onProgress = onProgress
  }

  keep(raw: unknown): void {
    this.#raw = raw
    this.#received = true
  }

  take(): { readonly received: boolean; readonly raw: unknown } {
    return { received: this.#received, raw: this.#raw }
  }
}

/** Marks the `params` of a request. It survives the SDK's object spreads, and JSON does not know it. */
export const CAPTURE: unique symbol = Symbol('harness-mcp.capture')

interface Waiting {
  readonly capture: Capture
  readonly method: string
  readonly abort: AbortController
}

type Message = JSONRPCMessage & { readonly params?: Record<PropertyKey, unknown> }

/** A transport around `inner` that keeps the results of marked requests, and everything else as it was. */
export function keepRawResults(inner: Transport): Transport {
  const outer = new RawResults(inner)
  if ('pid' in inner && 'stderr' in inner) {
    Object.defineProperties(outer, {
      pid: { get: () => inner.pid, enumerable: true },
      stderr: { get: () => inner.stderr, enumerable: true },
    })
  }
  return outer
}

class RawResults implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>

  readonly #inner: Transport
  readonly #waiting = new Map<RequestId, Waiting>()

  constructor(inner: Transport) {
    this.#inner = inner
    inner.onclose = () => {
      this.#waiting.clear()
      this.onclose?.()
    }
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      if (!this.#progressed(message)) this.onmessage?.(this.#received(message), extra)
    }
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
    const capture = message.params?.[CAPTURE]
    if ('id' in message && 'method' in message && capture instanceof Capture) {
      return this.#sendMarked(message, capture, options)
    }
    await this.#inner.send(message, options)
    this.#afterCancellation(message)
  }

  async #sendMarked(request: JSONRPCRequest, capture: Capture, options: TransportSendOptions = {}): Promise<void> {
    const { [CAPTURE]: _, ...marked }: Record<PropertyKey, unknown> = request.params ?? {}
    const params = capture.onProgress
      ? { ...marked, _meta: { ...request.params?._meta, progressToken: request.id } }
      : marked
    const abort = new AbortController()
    this.#waiting.set(request.id, { capture, method: request.method, abort })
    try {
      await this.#inner.send({ ...request, params }, this.#streamOptions(request.id, abort, options))
    } catch (error) {
      this.#waiting.delete(request.id)
      throw error
    }
  }

  /** Older revisions cancel by a notification and leave the POST open: then it is ours to abort, once that is sent. */
  #streamOptions(id: RequestId, abort: AbortController, options: TransportSendOptions): TransportSendOptions {
    if (!this.hasPerRequestStream) return options
    const requestSignal = options.requestSignal ?? abort.signal
    requestSignal.addEventListener('abort', () => this.#waiting.delete(id), { once: true })
    return { ...options, requestSignal, onRequestStreamEnd: () => this.#streamEnded(id) }
  }

  #afterCancellation(message: Message): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.['requestId']
    if (typeof id !== 'string' && typeof id !== 'number') return
    this.#waiting.get(id)?.abort.abort()
    this.#waiting.delete(id)
  }

  #streamEnded(id: RequestId): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    waiting.capture.lost = true
    this.onmessage?.({
      jsonrpc: '2.0',
      id,
      error: { code: -32_000, message: 'the response stream ended without a response' },
    })
  }

  /** Whether the message reports the progress of a marked request, which is then told. */
  #progressed(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/progress') return false
    const { progressToken, ...report }: Record<string, unknown> = message.params ?? {}
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return false
    const waiting = this.#waiting.get(progressToken)
    if (waiting === undefined) return false
    waiting.capture.onProgress?.(readProgress(report))
    return true
  }

  #received(message: JSONRPCMessage): JSONRPCMessage {
    if (!('id' in message) || message.id === undefined || 'method' in message) return message
    // Some servers send the number back as text, and the SDK takes it.
    const id = this.#waiting.has(message.id) ? message.id : Number(message.id)
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return message
    this.#waiting.delete(id)
    if ('error' in message) return { jsonrpc: '2.0', id: message.id, error: readableError(message.error) }
    if (asksForMore(message.result)) return message
    waiting.capture.keep(message.result)
    return { jsonrpc: '2.0', id: message.id, result: placeholder(waiting.method) }
  }
}

/** `input_required` and its like are for the SDK, which answers or refuses them. */
function asksForMore(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('resultType' in result)) return false
  return typeof result.resultType === 'string' && result.resultType !== 'complete'
}

const EMPTY: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tools/call': { content: [] },
  'tools/list': { tools: [], ttlMs: 0, cacheScope: 'private' },
  'resources/list': { resources: [], ttlMs: 0, cacheScope: 'private' },
  'resources/templates/list': { resourceTemplates: [], ttlMs: 0, cacheScope: 'private' },
  'resources/read': { contents: [], ttlMs: 0, cacheScope: 'private' },
}

function placeholder(method: string): Record<string, unknown> {
  return { ...EMPTY[method], resultType: 'complete' }
}

function readProgress({ progress, total, message }: Record<string, unknown>): Progress {
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  }
}

/** The SDK drops an error response whose code or message has the wrong type, and then waits for another until it times out. */
function readableError(error: unknown): { code: number; message: string; data?: unknown } {
  const fields: { code?: unknown; message?: unknown; data?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  return {
    code: typeof fields.code === 'number' && Number.isSafeInteger(fields.code) ? fields.code : -32_603,
    message: typeof fields.message === 'string' ? fields.message : 'an error without a readable message',
    ...(fields.data === undefined ? {} : { data: fields.data }),
  }
}
