import type { JsonValue, McpOutcome } from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import type { Authorize } from './authorization/provider.js'
import type { CallOptions } from './calls/calls.js'
import type { Walk } from './calls/documents.js'
import type { PingOptions } from './calls/ping.js'
import type { McpTool } from './discovery/tool.js'
import type { McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'

/** One server, whatever the state of its connection. */
export interface McpServer {
  /** The configured name. */
  readonly name: string
  /** What the model may call, sorted by public name in code units, and frozen. The same array until something changed. */
  tools(): readonly McpTool[]
  /**
   * Calls a tool by its public name. Every failure is an outcome; rejects with code `aborted` only when the signal was.
   *
   * @param name - its public name.
   * @param args - the arguments as the model gave them: an object, or a JSON string that holds one.
   * @param options - how to cancel, and who is told of progress.
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<McpOutcome>
  /**
   * One operation on the server's documents: the protocol's result as it is. Requests with the same `walk` object run on
   * one connection. Rejects with an `McpError`.
   *
   * @param request - what to ask.
   * @param walk - any object; the pages of one list have the same.
   */
  resource(request: McpResourceRequest, walk?: Walk): Promise<JsonValue>
  /**
   * Asks the server for a sign of life, past any cache: `ping`, or `server/discover` where the revision has no ping (MCP
   * specification 2025-11-25, basic/utilities/ping; 2026-07-28, server/discover). It does not count as a use of the server.
   *
   * @param options - how to give up.
   * @returns the time until the answer, in ms. Any answer will do, also one that refuses.
   * @throws McpError of code `not-connected` while there is no connection; `timeout` after `toolCallTimeoutMs`; `aborted`
   * when `signal` was; otherwise why there was no answer. What that means for the connection is seen to like after a call.
   *
   * @example
   * ```ts
   * import type { McpServer } from '@harness-mcp/client'
   *
   * export async function isQuick(server: McpServer): Promise<boolean> {
   *   try {
   *     return (await server.ping({ signal: AbortSignal.timeout(5_000) })) < 500
   *   } catch {
   *     return false
   *   }
   * }
   * ```
   */
  ping(options?: PingOptions): Promise<number>
  /** The server's instructions under a heading with its name, or an empty string. */
  prompt(): string
  /** The server as it is now. */
  snapshot(): McpSnapshot
  /**
   * Calls back at every event until the returned function is called. What a listener throws, or rejects with, is ignored.
   *
   * @param listener - what is called.
   */
  subscribe(listener: McpListener): () => void
  /** Connects anew now, also out of `failed`. Settles when that attempt has ended, whatever its end. Rejects after `close()`. */
  reconnect(): Promise<void>
  /**
   * Has a person authorize the use of the server, and connects anew. Asks twice at most: a server may want more scopes once
   * it has seen the first token. Joins an authorization under way. Default: `authorize` of the options.
   * Rejects with an `McpError` of code `auth-required` when the authorization was not given, or not taken; of code
   * `invalid-config` without `auth`; with whatever `person` rejects with.
   *
   * @param person - how a person is brought to the URL.
   */
  authorize(person?: Authorize): Promise<void>
  /** Ends everything of this server: process tree, connection, timers, tools, instructions, documents, name. Idempotent. */
  close(): Promise<void>
}
