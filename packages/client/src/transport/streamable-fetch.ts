import type { FetchLike } from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'
import { ACCEPT_MS, deliver } from './delivery.js'
import { lastingStream, type Opened, type StreamPlan } from './lasting-stream.js'
import type { TransportEvents } from './opened.js'
import { answersNothing, whatIsPosted } from './posted.js'
import { healsByWaiting } from './refusal.js'
import { changeWhole } from './short-text.js'
import { contentKind, withBody } from './with-body.js'

export interface StreamableParts {
  readonly server: string
  readonly fetch: FetchLike
  /** No request outlives this, so no response stream is resumed after it, in ms. */
  readonly maxTotalTimeoutMs: number
  readonly events: TransportEvents
  /** A stream could not be opened again without authorization. */
  readonly onUnauthorized: () => void
}

/**
 * The `fetch` of Streamable HTTP, whose streams outlive their connections. The SDK has a loop of its own, which counts and
 * waits for all streams together, forgets where a stream was, is deaf for ever when the first notification stream fails, and
 * cannot tell who refused what: with this one below it, it has nothing left to open again.
 */
export function streamableFetch(parts: StreamableParts): FetchLike {
  return (url, init = {}) => {
    if (asksForStream(init)) return notifications(parts, url, init)
    const posted = init.method === 'POST' ? whatIsPosted(init.body) : 'other'
    if (posted === 'request') return answer(parts, url, init)
    return posted === 'message' ? deliver({ ...parts, withinMs: ACCEPT_MS }, url, init) : parts.fetch(url, init)
  }
}

function asksForStream({ method, headers }: RequestInit): boolean {
  return method === 'GET' && new Headers(headers).get('accept')?.includes('text/event-stream') === true
}

/** The notification stream: opened as often as it ends, whatever the reason, unless the server has none. */
async function notifications(parts: StreamableParts, url: string | URL, init: RequestInit): Promise<Response> {
  const plan: StreamPlan = {
    signal: signalOf(init),
    open: (lastEventId) => openAgain(parts, url, streamRequest(init, lastEventId)),
    goesOn: () => true,
  }
  const first = await parts.fetch(url, init).catch(() => undefined)
  plan.signal.throwIfAborted()
  // The SDK knows what to do about all of these.
  if (first && (isRedirect(first) || [NO_CONTENT, UNAUTHORIZED, NO_STREAM].includes(first.status))) return first
  const stream = lastingStream(first?.ok ? first : missed(parts, first), plan)
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

/** The response to a request. */
async function answer(parts: StreamableParts, url: string | URL, init: RequestInit): Promise<Response> {
  const { server } = parts
  const response = await parts.fetch(url, init)
  if (!response.ok) return response
  const { status, body } = response
  if (status === ACCEPTED || body === null) {
    void body?.cancel().catch(() => {})
    throw unanswered(server, `the server answered HTTP ${status} without a response`)
  }
  const kind = contentKind(response)
  if (kind === 'json') return withBody(response, body.pipeThrough(changeWhole((text) => withAnswer(server, text))))
  return kind === 'event-stream'
    ? withBody(response, lastingStream(response, answerPlan(parts, url, init, response)))
    : response
}

/** A stream that ends before the response is resumed where it was, as long as that is of use. */
function answerPlan(parts: StreamableParts, url: string | URL, init: RequestInit, response: Response): StreamPlan {
  const resume = resumption(init, response)
  const resumable = isResumable(init)
  const until = Date.now() + parts.maxTotalTimeoutMs
  return {
    signal: signalOf(init),
    open: async (lastEventId) => {
      const opened = await openAgain(parts, url, streamRequest(resume, lastEventId))
      return opened === 'refused' ? 'never' : opened
    },
    goesOn: ({ answered, lastId }) => resumable && !answered && lastId !== undefined && Date.now() < until,
  }
}

const ACCEPTED = 202
/** To an event source: there is no more, do not come back. */
const NO_CONTENT = 204
const UNAUTHORIZED = 401
/** MCP specification 2025-11-25, basic/transports: the server offers no stream at this endpoint. */
const NO_STREAM = 405

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400
}

function signalOf({ signal }: RequestInit): AbortSignal {
  return signal ?? new AbortController().signal
}

/** From revision 2026-07-28 on, which cancels a request by closing its stream, a stream is gone with its connection. */
function isResumable({ headers }: RequestInit): boolean {
  return (new Headers(headers).get('mcp-protocol-version') ?? '') < '2026-07-28'
}

/** The request that goes on with a response stream. The session may have begun with that very response. */
function resumption({ headers: sent, signal }: RequestInit, { headers: got }: Response): RequestInit {
  const headers = new Headers(sent)
  headers.delete('content-type')
  headers.set('accept', 'text/event-stream')
  const session = got.get('mcp-session-id')
  if (session !== null && !headers.has('mcp-session-id')) headers.set('mcp-session-id', session)
  return { method: 'GET', headers, ...(signal && { signal }) }
}

function streamRequest(init: RequestInit, lastEventId: string | undefined): RequestInit {
  const headers = new Headers(init.headers)
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  return { ...init, headers }
}

async function openAgain(parts: StreamableParts, url: string | URL, init: RequestInit): Promise<Opened> {
  const response = await parts.fetch(url, init).catch(() => undefined)
  signalOf(init).throwIfAborted()
  const { status } = response ?? {}
  if (response?.ok && status !== NO_CONTENT) return response
  if (status === UNAUTHORIZED) parts.onUnauthorized()
  if (status !== NO_CONTENT && status !== UNAUTHORIZED && status !== NO_STREAM) return missed(parts, response)
  void response?.body?.cancel().catch(() => {})
  return 'never'
}

/** Without a stream it is time to ask whether the server is there at all. */
function missed({ events }: StreamableParts, response: Response | undefined): 'unable' | 'refused' {
  void response?.body?.cancel().catch(() => {})
  events.onStreamTrouble()
  return response === undefined || healsByWaiting(response.status) ? 'unable' : 'refused'
}

function withAnswer(server: string, text: string): string {
  if (answersNothing(text)) throw unanswered(server, 'the body of the answer holds no response')
  return text
}

/** Over HTTP nothing more can come. */
function unanswered(server: string, what: string): Error {
  return clientError('unreachable', { server, message: what })
}
