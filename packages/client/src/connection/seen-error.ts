import { type JsonObject, McpError } from '@harness-mcp/result-adapter'

import type { McpClientError } from '../errors.js'
import { isJsonObject } from '../json.js'
import { httpRefusal, isSseError } from '../transport/refusal.js'

/** What an error of the SDK, the network or the server amounts to. */
export type SeenError =
  | { readonly kind: 'ours'; readonly error: McpClientError }
  | { readonly kind: 'http'; readonly status: number; readonly text: string }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'server-error'; readonly code: number; readonly text: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unsupported'; readonly text: string }
  | { readonly kind: 'unreachable'; readonly text: string; readonly sent: boolean }
  /** An answer came that nobody can read. */
  | { readonly kind: 'unreadable'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string }

/** Reads an error by its fields: the SDK also lets plain `Error`s, `TypeError`s and schema errors through. */
export function seeError(error: unknown): SeenError {
  if (error instanceof McpError) return { kind: 'ours', error }
  if (!(error instanceof Error)) return { kind: 'other', text: String(error) }
  if (error.name === 'UnauthorizedError') return { kind: 'unauthorized' }
  const chain = causesOf(error)
  const [refused] = chain.flatMap((cause) => httpRefusal(cause) ?? [])
  if (refused) return refused.status === 401 ? { kind: 'unauthorized' } : { kind: 'http', ...refused }
  const code = codeOf(error)
  if (typeof code === 'number') return { kind: 'server-error', code, text: error.message }
  if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED' || error.message === 'Not connected')
    return { kind: 'closed' }
  if (code === 'UNSUPPORTED_RESULT_TYPE' || code === 'CAPABILITY_NOT_SUPPORTED') {
    return { kind: 'unsupported', text: error.message }
  }
  return seeNetwork(chain) ?? seeAnswer(error) ?? { kind: 'other', text: error.message }
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

/** The words of the SDK for an event stream that ended without an error. */
const STREAM_ENDED = 'SSE error: undefined'

function seeNetwork(chain: readonly Error[]): SeenError | undefined {
  const ours = chain.find((cause) => cause instanceof McpError)
  if (ours) return { kind: 'ours', error: ours }
  const words = lastWords(chain) ?? 'the network failed'
  const text = words === STREAM_ENDED ? 'the event stream ended' : words
  // The fetch standard blocks some ports; no later attempt gets another answer.
  if (text === 'bad port') return { kind: 'unsupported', text: 'fetch refuses to talk to this port of the URL' }
  const code = chain.map(codeOf).find(isNetworkCode)
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

/** What the SDK and `fetch` say of an answer that they could not take. */
function seeAnswer(error: Error): SeenError | undefined {
  const text = unreadable(error)
  return text === undefined ? undefined : { kind: 'unreadable', text }
}

function unreadable(error: Error): string | undefined {
  if (error instanceof SyntaxError) return `the answer is not JSON: ${error.message}`
  if (error.message === 'terminated') return `the answer broke off: ${lastWords(causesOf(error))}`
  return codeOf(error) === 'CLIENT_HTTP_UNEXPECTED_CONTENT' ? error.message : schemaFault(error.message)
}

/** The first fault of an answer that misses one of the SDK's schemas, of which the SDK prints many lines of JSON. */
function schemaFault(text: string): string | undefined {
  const start = text.search(/\[\s*\{/)
  const [issue] = start === -1 ? [] : issuesIn(text.slice(start))
  if (issue === undefined || typeof issue['message'] !== 'string' || !Array.isArray(issue['path'])) return undefined
  const lead = text.slice(0, start)
  const path = issue['path'].map(String).join('.')
  return path === '' ? `${lead}the answer is not a JSON-RPC message` : `${lead}${path}: ${issue['message']}`
}

function issuesIn(text: string): readonly JsonObject[] {
  try {
    const issues: unknown = JSON.parse(text)
    return Array.isArray(issues) ? issues.filter(isJsonObject) : []
  } catch {
    return []
  }
}

function lastWords(chain: readonly Error[]): string | undefined {
  return chain.map(({ message }) => message).findLast((message) => message !== '')
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

/** The `code` of an error: a number when a server answered with it, a text of the system or the SDK otherwise. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
