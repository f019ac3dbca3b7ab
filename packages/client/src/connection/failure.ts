import { McpError } from '@harness-mcp/result-adapter'

import { clientError, type McpClientCode, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'
import { healsByWaiting } from '../transport/refusal.js'
import { codeOf, seeError, type SeenError } from './seen-error.js'

export interface FailureContext {
  readonly server: string
  readonly redact: Redactor
}

/** Why a connection could not be opened. `detail` is what its process had to say. */
export function connectFailure(error: unknown, { server, redact }: FailureContext, detail = ''): McpClientError {
  const seen = seeError(error)
  if (seen.kind === 'ours') return ownFailure(seen.error, redact)
  const [code, reason] = connectReason(seen)
  const message = redact([`could not connect: ${reason}`, detail].filter(Boolean).join('; '))
  return clientError(code, { server, message, cause: cleanCause(error, redact) })
}

/** An error of ours may quote a server, or carry the system's error about a command. The cause of an abort is the caller's. */
function ownFailure(error: McpClientError, redact: Redactor): McpClientError {
  const { code, server, cause } = error
  const message = redact(error.message)
  if (code === 'aborted' || (message === error.message && cause === undefined)) return error
  return new McpError(message, { code, server, ...(cause !== undefined && { cause: cleanCause(cause, redact) }) })
}

/** The cause goes into logs like the message, so it is cleaned like the message. Its code is all that is needed of the rest. */
function cleanCause(error: unknown, redact: Redactor): Error {
  const text = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  const cause = new Error(redact(text))
  return typeof code === 'number' || typeof code === 'string' ? Object.assign(cause, { code }) : cause
}

type ForeignError = Exclude<SeenError, { kind: 'ours' }>

function connectReason(seen: ForeignError): readonly [McpClientCode, string] {
  switch (seen.kind) {
    case 'unauthorized':
      return ['auth-required', 'the server asks for authorization (401); set an Authorization header']
    case 'http':
      return [healsByWaiting(seen.status) ? 'unreachable' : 'unsupported', httpReason(seen) + placeHint(seen.status)]
    case 'closed':
      return ['unreachable', 'the connection closed during the handshake']
    case 'server-error':
      return ['unsupported', `the server refused the handshake with error ${seen.code}: ${seen.text}`]
    case 'unsupported':
      return ['unsupported', seen.text]
    case 'unreachable':
    case 'unreadable':
      return ['unreachable', seen.text]
    case 'other':
      if (NONE_IN_COMMON.test(seen.text)) return ['unsupported', 'it knows no revision in common, or is no MCP server']
      return [UNKNOWN_REVISION.test(seen.text) ? 'unsupported' : 'unreachable', seen.text]
  }
}

/** The words of the SDK, which has no codes for them. Nobody but it has pinned anything: that was the last way to ask. */
const NONE_IN_COMMON = /did not offer pinned protocol version/
const UNKNOWN_REVISION = /protocol version is not supported/

function httpReason({ status, text }: { readonly status: number; readonly text: string }): string {
  return `HTTP ${status} (${text.slice(0, 300)})`
}

function placeHint(status: number): string {
  const elsewhere = status === 404 || status === 405
  return elsewhere ? '; is this the URL of the MCP endpoint, and is the transport right?' : ''
}

/** Why a request on a live connection gave no result. */
export function requestFailure(error: unknown, context: FailureContext): McpClientError {
  const seen = seeError(error)
  return seen.kind === 'ours'
    ? ownFailure(seen.error, context.redact)
    : foreignFailure(error, requestReason(seen), context)
}

/** The same for the call of a tool: it may have run unless the server answered it, refused it, or was never reached. */
export function callFailure(error: unknown, context: FailureContext): McpClientError {
  const seen = seeError(error)
  const failure = requestFailure(error, context)
  const mayHaveRun = seen.kind === 'ours' ? CUT_OFF.has(seen.error.code) : requestReason(seen).unanswered
  if (mayHaveRun !== true) return failure
  const { message, server, cause } = failure
  const unknown = `${message}; the outcome is unknown, and the call is not sent again`
  return new McpError(unknown, { code: 'outcome-unknown', server, cause })
}

/** With these our own transports say that there is no answer, or none that they could take. */
const CUT_OFF: ReadonlySet<McpClientCode> = new Set<McpClientCode>(['unreachable', 'protocol'])

interface Reason {
  readonly code: McpClientCode
  readonly text: string
  /** The server may have taken the request, and nobody knows what came of it. */
  readonly unanswered?: boolean
}

function foreignFailure(error: unknown, { code, text }: Reason, { server, redact }: FailureContext): McpClientError {
  return clientError(code, { server, message: redact(text), cause: cleanCause(error, redact) })
}

function requestReason(seen: ForeignError): Reason {
  switch (seen.kind) {
    case 'unauthorized':
      return { code: 'auth-required', text: 'the server asks for authorization (401)' }
    case 'http':
      return seen.status >= 500
        ? { code: 'unreachable', text: httpReason(seen), unanswered: true }
        : { code: 'protocol', text: `the server refused the request: ${httpReason(seen)}` }
    case 'closed':
      return { code: 'unreachable', text: 'the connection closed before the answer', unanswered: true }
    case 'server-error':
      return seen.code === MISSING_CAPABILITY
        ? { code: 'protocol', text: `the call needs something that this client does not offer (${seen.text})` }
        : { code: 'protocol', text: `the server answered with error ${seen.code}: ${seen.text}` }
    case 'unsupported':
      return { code: 'protocol', text: `the call needs something that this client does not offer (${seen.text})` }
    case 'unreachable':
      return seen.sent
        ? { code: 'unreachable', text: `the connection broke before the answer (${seen.text})`, unanswered: true }
        : { code: 'not-connected', text: `the server cannot be reached (${seen.text}); nothing was sent` }
    case 'unreadable':
      return { code: 'protocol', text: seen.text, unanswered: true }
    case 'other':
      return { code: 'protocol', text: seen.text }
  }
}

/** MissingRequiredClientCapability of revision 2026-07-28: the server needs what was not declared, and has not begun. */
const MISSING_CAPABILITY = -32_021

/** What the server refused before it ran, because it no longer knows the connection. */
export function staleFailure(error: unknown, { server, redact }: FailureContext): McpClientError {
  const message = 'the server no longer knows this session; the request was not run'
  return clientError('session-expired', { server, message, cause: cleanCause(error, redact) })
}
