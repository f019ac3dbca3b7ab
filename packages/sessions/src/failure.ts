import { McpError, type McpOutcome } from '@harness-mcp/client'
import { failureOutcome } from '@harness-mcp/result-adapter'

/** What was thrown in the course of a call, as its outcome. Throws it again when it is an abort, or a surprise. */
export function failureOf(error: unknown): McpOutcome {
  if (isCallError(error) && error.code !== 'aborted') return failureOutcome(error)
  throw error
}

function isCallError(error: unknown): error is McpError {
  return error instanceof McpError
}
