import type { Authorize, McpAuthProvider } from './authorization/provider.js'
import type { OnElicitation } from './elicitation/elicitation.js'
import type { McpHarness } from './registration/harness.js'
import type { MakeTransport } from './transport/transport.js'

/** What belongs to the program rather than to the configuration of a server. */
export interface ConnectOptions {
  /** Where tools, documents and instructions are registered. Without it nothing is registered anywhere. */
  readonly harness?: McpHarness | undefined
  /**
   * The object within which `serverName` is unique. Default: the `scope` of the harness, or else the harness. Without any of
   * them nothing is checked.
   */
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
