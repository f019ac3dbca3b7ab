import { McpError } from '@harness-mcp/result-adapter'

import { clientError, type McpClientCode, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'

/** What an error of the SDK, the network or the server amounts to. */
export type SeenError =
  | { readonly kind: 'ours'; readonly error: McpClientError }
  | { readonly kind: 'http'; readonly status: number; readonly text: string }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'server-error'; readonly code: number; readonly text: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unsupported'; readonly text: string }
  | { readonly kind: 'unreachable'; readonly text: string; readonly sent: boolean }
  | { readonly kind: 'other'; readonly text: string }

/** Reads an error by its fields: the SDK also lets plain `Error`s, `TypeError`s and schema errors through. */
export function seeError(error: unknown): SeenError {
  if (error instanceof McpError) return { kind: 'ours', error }
  if (!(error instanceof Error)) return { kind: 'other', text: String(error) }
  if (error.name === 'UnauthorizedError') return { kind: 'unauthorized' }
  const status = statusOf(error)
  if (status !== undefined) return seeStatus(status, error)
  const { code } = fieldsOf(error)
  if (typeof code === 'number') return { kind: 'server-error', code, text: error.message }
  if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED' || error.message === 'Not connected')
    return { kind: 'closed' }
  if (code === 'UNSUPPORTED_RESULT_TYPE' || code === 'CAPABILITY_NOT_SUPPORTED') {
    return { kind: 'unsupported', text: error.message }
  }
  return seeNetwork(error) ?? { kind: 'other', text: readableText(error) }
}

/** Of a message that is none the SDK only says which of its schemas it misses. */
function readableText(error: Error): string {
  if (error instanceof SyntaxError) return `the answer is not JSON: ${error.message}`
  const dump = error.message.search(/\[\s*\{\s*"code": "(?:invalid_|unrecognized_)/)
  return dump === -1 ? error.message : `${error.message.slice(0, dump)}the answer is not a JSON-RPC message`
}

/** The SSE transport hides the status: in the code of an `SseError`, and in the text of a plain error. */
function statusOf(error: Error): number | undefined {
  const { code, status } = fieldsOf(error)
  if (typeof status === 'number') return status
  if (isSseError(error)) return typeof code === 'number' ? code : undefined
  if (code !== undefined) return undefined
  const [, refused] = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(error.message) ?? []
  return refused === undefined ? undefined : Number(refused)
}

function isSseError(error: Error): boolean {
  return 'event' in error && error.message.startsWith('SSE error: ')
}

function seeStatus(status: number, error: Error): SeenError {
  if (status === 401) return { kind: 'unauthorized' }
  return { kind: 'http', status, text: error.message }
}

/** These mean that no connection came to be, so nothing was sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function seeNetwork(error: Error): SeenError | undefined {
  const chain = causesOf(error)
  const ours = chain.find((cause) => cause instanceof McpError)
  if (ours) return { kind: 'ours', error: ours }
  const text = chain.map(({ message }) => message).findLast((message) => message !== '') ?? 'the network failed'
  // The fetch standard blocks some ports; no later attempt gets another answer.
  if (text === 'bad port') return { kind: 'unsupported', text: 'fetch refuses to talk to this port of the URL' }
  const code = chain.map((cause) => fieldsOf(cause).code).find(isNetworkCode)
  if (code !== undefined)
    return {
      kind: 'unreachable',
      text: text.includes(code) ? text : `${code} ${text}`,
      sent: !BEFORE_SENDING.has(code),
    }
  return chain.some((cause) => cause.message === 'fetch failed' || isSseError(cause))
    ? { kind: 'unreachable', text, sent: true }
    : undefined
}

function causesOf(error: Error): readonly Error[] {
  const chain: Error[] = []
  for (let current: unknown = error; current instanceof Error && chain.length < 8; current = current.cause)
    chain.push(current)
  return chain
}

function isNetworkCode(code: unknown): code is string {
  return typeof code === 'string' && code !== 'ERA_NEGOTIATION_FAILED' && /^(?:E[A-Z]|UND_ERR_|CERT_|DEPTH_)/.test(code)
}

function fieldsOf(error: Error): { readonly code: unknown; readonly status: unknown } {
  return {
    code: 'code' in error ? error.code : undefined,
    status: 'status' in error ? error.status : undefined,
  }
}

export interface FailureContext {
  readonly server: string
  readonly redact: Redactor
}

/** Why a connection could not be opened. `detail` is what its process had to say. */
export function connectFailure(error: unknown, { server, redact }: FailureContext, detail = ''): McpClientError {
  const seen = seeError(error)
  if (seen.kind === 'ours') return seen.error
  const [code, reason] = connectReason(seen)
  const message = redact([`could not connect: ${reason}`, detail].filter(Boolean).join('; '))
  return clientError(code, { server, message, cause: cleanCause(error, redact) })
}

/** The cause goes into logs like the message, so it is cleaned like the message. Its code is all that is needed of the rest. */
function cleanCause(error: unknown, redact: Redactor): Error {
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error ? fieldsOf(error).code : undefined
  const cause = new Error(redact(text))
  return typeof code === 'number' || typeof code === 'string' ? Object.assign(cause, { code }) : cause
}

function connectReason(seen: Exclude<SeenError, { kind: 'ours' }>): readonly [McpClientCode, string] {
  switch (seen.kind) {
    case 'unauthorized':
      return ['auth-required', 'the server asks for authorization (401); set an Authorization header']
    case 'http':
      return [healsByWaiting(seen.status) ? 'unreachable' : 'unsupported', httpReason(seen)]
    case 'closed':
      return ['unreachable', 'the connection closed during the handshake']
    case 'server-error':
      return ['unsupported', `the server refused the handshake with error ${seen.code}: ${seen.text}`]
    case 'unsupported':
      return ['unsupported', seen.text]
    case 'unreachable':
      return ['unreachable', seen.text]
    case 'other':
      return [/protocol version is not supported/.test(seen.text) ? 'unsupported' : 'unreachable', seen.text]
  }
}

function httpReason({ status, text }: { readonly status: number; readonly text: string }): string {
  const hint =
    status === 404 || status === 405 ? '; is this the URL of the MCP endpoint, and is the transport right?' : ''
  return `HTTP ${status} (${text.slice(0, 300)})${hint}`
}

function healsByWaiting(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429
}

/** Why a request on a live connection gave no result. */
export function requestFailure(error: unknown, { server, redact }: FailureContext): McpClientError {
  const seen = seeError(error)
  if (seen.kind === 'ours') return seen.error
  const [code, message] = requestReason(seen)
  return clientError(code, { server, message: redact(message), cause: cleanCause(error, redact) })
}

const UNKNOWN = 'the outcome is unknown, and the call is not sent again'

function requestReason(seen: Exclude<SeenError, { kind: 'ours' }>): readonly [McpClientCode, string] {
  switch (seen.kind) {
    case 'unauthorized':
      return ['auth-required', 'the server asks for authorization (401)']
    case 'http':
      return seen.status >= 500
        ? ['outcome-unknown', `${httpReason(seen)}; ${UNKNOWN}`]
        : ['protocol', `the server refused the request: ${httpReason(seen)}`]
    case 'closed':
      return ['outcome-unknown', `the connection closed during the call; ${UNKNOWN}`]
    case 'server-error':
      return ['protocol', `the server answered with error ${seen.code}: ${seen.text}`]
    case 'unsupported':
      return ['protocol', `the call needs something that this client does not offer: ${seen.text}`]
    case 'unreachable':
      return seen.sent
        ? ['outcome-unknown', `the connection broke during the call (${seen.text}); ${UNKNOWN}`]
        : ['not-connected', `the server cannot be reached (${seen.text}); the call was not sent`]
    case 'other':
      return ['protocol', seen.text]
  }
}
