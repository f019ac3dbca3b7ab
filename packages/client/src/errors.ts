import { McpError, type McpErrorCode } from '@harness-mcp/result-adapter'

/**
 * Why a server could not be reached, beside the codes of a call.
 * `start-failed`, `unsupported`, `invalid-list`, `name-conflict` and `undead` cannot heal by trying again; `unreachable` can,
 * and `session-expired` does.
 */
export type McpConnectionCode =
  | 'invalid-config'
  | 'start-failed'
  | 'unreachable'
  | 'unsupported'
  | 'invalid-list'
  | 'name-conflict'
  | 'undead'
  | 'session-expired'
  | 'closed'

/** Every code of an error of this package. */
export type McpClientCode = McpErrorCode | McpConnectionCode

/** The error of everything in this package. */
export type McpClientError = McpError<McpClientCode>

export interface ClientErrorDetails {
  readonly server?: string | undefined
  readonly message: string
  readonly cause?: unknown
}

/** An error whose message names the server first. */
export function clientError(code: McpClientCode, { server, message, cause }: ClientErrorDetails): McpClientError {
  return new McpError<McpClientCode>(server === undefined ? message : `${server}: ${message}`, { code, server, cause })
}

const CALL_CODES: ReadonlySet<string> = new Set<McpErrorCode>([
  'tool-error',
  'invalid-output',
  'unknown-tool',
  'denied',
  'aborted',
  'timeout',
  'outcome-unknown',
  'not-connected',
  'auth-required',
  'protocol',
])

/** The same error as the failure of a call, where codes of the connection mean nothing. */
export function asCallError(error: McpClientError): McpError {
  const { message, server, cause } = error
  return isCallError(error) ? error : new McpError(message, { code: 'protocol', server, cause })
}

function isCallError(error: McpClientError): error is McpError {
  return CALL_CODES.has(error.code)
}
