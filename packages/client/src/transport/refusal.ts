import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client'

import { isJsonObject } from '../json.js'
import { isRefusal } from './answers.js'
import { isCall, isMessage } from './message.js'

/** A message that HTTP refused: the status, the body as far as the SDK gives it, and how the SDK puts it. */
export interface HttpRefusal {
  readonly status: number
  readonly body: string
  readonly text: string
}

/** Whether a server that answers with this status may answer otherwise later. */
export function healsByWaiting(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429
}

/** The SSE transport hides the status: in the code of an `SseError`, and in the text of a plain error. */
export function httpRefusal(error: unknown): HttpRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const text = error.message
  if ('status' in error && typeof error.status === 'number') return { status: error.status, body: bodyOf(error), text }
  if (isSseError(error)) return typeof error.code === 'number' ? { status: error.code, body: '', text } : undefined
  const [, status, body = ''] = /^Error POSTing to endpoint \(HTTP (\d{3})\): ([^]*)$/.exec(text) ?? []
  return status === undefined ? undefined : { status: Number(status), body, text }
}

export function isSseError(error: Error): error is Error & { readonly code: unknown } {
  return 'event' in error && 'code' in error && error.message.startsWith('SSE error: ')
}

function bodyOf(error: Error): string {
  const data: unknown = 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : ''
}

export type Refused =
  | { readonly kind: 'answer'; readonly message: JSONRPCMessage }
  | { readonly kind: 'failure'; readonly error: unknown }

/** The statuses with which a server refuses what it does not know. Every other one says nothing of its revision. */
const UNKNOWN_REQUEST = new Set([400, 404, 405, 406, 415, 422])

/** The code that the official SDKs give an unknown session. Some servers copy it and put the id of the request to it. */
const NO_SESSION = -32_001

/**
 * What the refusal of a message by HTTP comes to. A JSON-RPC error that names the request is its answer, whatever the
 * status: whoever wrote it has read the request. One without an id is the word of the transport, before anything ran.
 */
export function readRefusal(error: unknown, request: JSONRPCMessage): Refused {
  const failure: Refused = { kind: 'failure', error }
  const refusal = httpRefusal(error)
  if (refusal === undefined || !isRequest(request)) return failure
  const { status, body } = refusal
  const answer = errorIn(body)
  if (isProbe(request)) return UNKNOWN_REQUEST.has(status) ? probeAnswer(request, answer) : outage(error)
  if (answer === undefined || String(answer.id) !== String(request.id)) return failure
  const isOutage = request.method === 'initialize' && !UNKNOWN_REQUEST.has(status)
  const isNoSession = status === 404 && codeIn(answer) === NO_SESSION
  return status === 401 || isOutage || isNoSession ? failure : { kind: 'answer', message: answer }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return isCall(message) && 'id' in message
}

/** The SDK counts the ids of its requests; that of its first question for the revision is a text. */
function isProbe({ method, id }: JSONRPCRequest): boolean {
  return method === 'server/discover' && typeof id === 'string'
}

function probeAnswer({ id }: JSONRPCRequest, answer: ErrorMessage | undefined): Refused {
  const error = answer?.error ?? { code: -32_601, message: 'Method not found' }
  return { kind: 'answer', message: { jsonrpc: '2.0', id, error } }
}

/** The SDK takes most statuses under 500 for a sign of an older revision; what is wrapped it takes for an outage. */
function outage(error: unknown): Refused {
  return { kind: 'failure', error: new Error('the server refused the question for its revision', { cause: error }) }
}

type ErrorMessage = Extract<JSONRPCMessage, { readonly error: unknown }>

function errorIn(body: string): ErrorMessage | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isMessage(value) && 'error' in value && isRefusal(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The envelope alone has been looked at: an error may be anything. */
function codeIn({ error }: { readonly error: unknown }): unknown {
  return isJsonObject(error) ? error['code'] : undefined
}
