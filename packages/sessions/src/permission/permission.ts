import type { McpTool } from '@harness-mcp/client'
import type { JsonValue } from '@harness-mcp/result-adapter'

/** One question for a person: may this tool be called with these arguments? */
export interface PermissionRequest {
  /** The tool that is to be called. */
  readonly tool: McpTool
  /** A copy: what is sent is what was asked about. */
  readonly args: JsonValue
  /** The harness's own id of the call. */
  readonly callId?: string
  /** Aborted when the answer is of no use any more: the call was cancelled, or its server disconnected. */
  readonly signal: AbortSignal
}

/**
 * `remember` allows the tool for the rest of the session, as it is now: a tool that changes is asked about again. A denial's
 * `reason` is what the model reads.
 */
export type PermissionAnswer =
  | { readonly kind: 'allow'; readonly remember?: true }
  | { readonly kind: 'deny'; readonly reason?: string }

/**
 * Asks a person, or a policy. One that throws, or answers with anything else, denies.
 *
 * @param request - the call that is asked about.
 */
export type Permission = (request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>
