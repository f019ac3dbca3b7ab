import type { JsonValue, McpOutcome } from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import type { Authorize, McpAuthProvider } from './authorization/provider.js'
import type { CallOptions } from './calls/calls.js'
import type { Walk } from './calls/documents.js'
import type { PingOptions } from './calls/ping.js'
import type { McpTool } from './discovery/tool.js'
import type { OnElicitation } from './elicitation/elicitation.js'
import type { McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'
import type { McpHarness } from './registration/harness.js'
import type { MakeTransport } from './transport/transport.js'

/** What belongs to the program rather than to the configuration of a server. */
export interface ConnectOptions {
  /** Where tools, documents and instructions are registered. Without it nothing is registered anywhere. */
  readonly harness?: McpHarness | undefined
  /** The object within which `serverName` is unique. Default: the harness. Without both nothing is checked. */
  readonly scope?: object | undefined
  /** Gives up the start when aborted. Later it changes nothing: that is what `close()` is for. */
  readonly signal?: AbortSignal | undefined
  /** Makes the transport for each connection in place of the configured one: an in-process pair, or a test. */
  readonly transport?: MakeTransport | undefined
  /**
   * OAuth for a remote server: a provider of the official SDK, which keeps its tokens and registration. A server that needs a
   * person is `auth-required`, with the URL in its snapshot. Without it the configured headers are all there is.
   */
  readonly auth?: McpAuthProvider | undefined
  /** Brings a person to the authorization URL whenever a server is `auth-required`. Without it that is left to `authorize()`. */
  readonly authorize?: Authorize | undefined
  /**
   * Brings the questions that a server asks in the middle of a call to a person: forms, on every revision (MCP specification
   * 2025-11-25, client/elicitation; 2026-07-28, basic/patterns/mrtr). The clock of `toolCallTimeoutMs` stands still meanwhile;
   * `maxTotalTimeoutMs` goes on. What it answers is checked against the form, with its defaults filled in; a handler that
   * throws or answers wrongly is reported as an error of the log, and the server is told `cancel`. Without it the server is
   * told that nobody can be asked.
   *
   * @example
   * ```ts
   * import { connectMcpServer, type OnElicitation } from '@harness-mcp/client'
   *
   * const onElicitation: OnElicitation = async ({ server, message, requestedSchema }) => {
   *   console.log(`${server} asks: ${message}`, Object.keys(requestedSchema.properties))
   *   return { action: 'decline' } // or { action: 'accept', content: { … } }
   * }
   * const shop = await connectMcpServer(
   *   { serverName: 'shop', transport: 'streamable-http', url: 'https://mcp.example.com/mcp' },
   *   { onElicitation },
   * )
   * ```
   */
  readonly onElicitation?: OnElicitation | undefined
  /** Whether the model takes images. Without them a diagnostic stands in each place. Default: true. */
  readonly images?: boolean | undefined
  /** Told what a person running the harness should know: lost and regained connections, left-out tools. */
  readonly logger?: McpLogger | undefined
}

/** Where messages for the person who runs the harness go. */
export interface McpLogger {
  /**
   * Something that went as it should.
   *
   * @param message - one sentence, without secrets.
   */
  info(message: string): void
  /**
   * Something that a person should know.
   *
   * @param message - one sentence, without secrets.
   */
  warn(message: string): void
  /**
   * Something that has failed.
   *
   * @param message - one sentence, without secrets.
   */
  error(message: string): void
}

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
