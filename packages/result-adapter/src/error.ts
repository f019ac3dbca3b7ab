/**
 * Why a call gave no result. `outcome-unknown` means that the tool may have run: nothing sends such a call again.
 */
export type McpErrorCode =
  | 'tool-error'
  | 'invalid-output'
  | 'unknown-tool'
  | 'denied'
  | 'aborted'
  | 'timeout'
  | 'outcome-unknown'
  | 'not-connected'
  | 'auth-required'
  | 'protocol'

/** What `McpError` knows besides its sentence. */
export interface McpErrorDetails<Code extends string = McpErrorCode> {
  /** What kind of failure it is. */
  readonly code: Code
  /** The configured name of the server, where one is to blame. */
  readonly server?: string | undefined
  /** The error behind it, where there is one. */
  readonly cause?: unknown
}

/**
 * The one error class of these packages. `message` says who first, then what happened:
 * `github: the connection closed during the call; the outcome is unknown`.
 *
 * @example
 * ```ts
 * import { McpError } from '@harness-mcp/result-adapter'
 *
 * const explain = (error: unknown): string =>
 *   error instanceof McpError && error.code === 'timeout' ? 'Try again with less work.' : String(error)
 * ```
 */
export class McpError<Code extends string = McpErrorCode> extends Error {
  /** Always `McpError`. */
  override readonly name: string = 'McpError'
  /** What kind of failure it is. */
  readonly code: Code
  /** The configured name of the server, where one is to blame. */
  readonly server: string | undefined

  /**
   * Makes one; `name` and `stack` are those of any error.
   *
   * @param message - says who first.
   * @param details - what is to blame, by its code.
   */
  constructor(message: string, details: McpErrorDetails<Code>) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.server = details.server
  }
}
