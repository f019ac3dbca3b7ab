import { McpError, type McpErrorCode } from '@harness-mcp/result-adapter'

/**
 * Why a desktop could not be opened, beside the codes of a call. `start-failed`: the driver is not there or does not
 * answer. `name-conflict` and `duplicate-provider`: the harness has such a tool, or a desktop, already.
 */
export type DesktopCode = McpErrorCode | 'invalid-config' | 'start-failed' | 'name-conflict' | 'duplicate-provider'

/** The error of everything in this package. */
export type DesktopError = McpError<DesktopCode>

/** An error whose message says that it is about the desktop. */
export function desktopError<Code extends DesktopCode>(code: Code, message: string, cause?: unknown): McpError<Code> {
  return new McpError<Code>(`desktop: ${message}`, { code, cause })
}
