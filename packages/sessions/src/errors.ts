import { type McpClientCode, McpError } from '@harness-mcp/client'

/** Why a session refuses. `unknown-server` is a name that is not in its map. */
export type McpSessionCode = McpClientCode | 'unknown-server'

/** The error of this package's own doing. */
export type McpSessionError = McpError<McpSessionCode>

export interface SessionErrorDetails {
  readonly server?: string
  readonly message: string
  readonly cause?: unknown
}

/** An error whose message names the server first, when it is about one. */
export function sessionError(code: McpSessionCode, { server, message, cause }: SessionErrorDetails): McpSessionError {
  return new McpError<McpSessionCode>(server === undefined ? message : `${server}: ${message}`, { code, server, cause })
}

/** What was thrown, as one sentence, without the name of `server` in front. Never throws. */
export function reasonOf(thrown: unknown, server?: string): string {
  try {
    const text = thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : ''
    const named = server !== undefined && text.startsWith(`${server}: `)
    return (named ? text.slice(server.length + 2) : text) || 'it failed without saying why'
  } catch {
    return 'it failed with a value that cannot be shown'
  }
}
