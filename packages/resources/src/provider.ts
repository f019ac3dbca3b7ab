import type { JsonValue, ToolExecution } from '@harness-mcp/result-adapter'

/**
 * One supported operation (MCP specification 2025-11-25, server/resources). Cursors and URIs belong to the server and
 * pass through unchanged; an empty string is a cursor.
 */
export type McpResourceRequest =
  | { method: 'resources/list' | 'resources/templates/list'; cursor?: string }
  | { method: 'resources/read'; uri: string }

/**
 * One configured server's documents, served by the plugin that owns its connection. Implement it to lend documents to
 * every agent that can see the registration.
 *
 * A server without the resources capability is still a provider: both lists resolve to an empty one, and a read rejects
 * with a sentence that says why. While there is no connection, every operation rejects at once and says so.
 *
 * @example
 * ```ts
 * import type { JsonValue, McpResourceProvider } from '@harness-mcp/resources'
 *
 * const empty: McpResourceProvider = {
 *   async request(request): Promise<JsonValue> {
 *     if (request.method === 'resources/list') return { resources: [] }
 *     if (request.method === 'resources/templates/list') return { resourceTemplates: [] }
 *     throw new Error(`notes: there is no document at ${request.uri}`)
 *   },
 * }
 * ```
 */
export interface McpResourceProvider {
  /**
   * Runs one operation on one live connection.
   *
   * All pages of one walk over a list are asked for with the **same** `exec` object, and each call of a tool or of
   * `request()` brings a new one. Bind the walk to a connection by that identity (a `WeakMap` from `exec` to the
   * connection): if the connection has been replaced since the first page, reject, because cursors of one connection
   * mean nothing to another.
   *
   * @param request What to ask the server. Send `cursor` and `uri` as they are.
   * @param exec Who calls, and the signal that cancels the operation.
   * @returns The protocol's complete result as lossless JSON. A number that JSON cannot hold (`1e999`) reaches
   * callers as `null`, and `-0` as 0.
   * @throws Whatever went wrong; the message reaches the model, so it should say who first: `docs: not connected`.
   */
  request(request: McpResourceRequest, exec: ToolExecution): Promise<JsonValue>
}
