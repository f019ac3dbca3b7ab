import type { CallOptions, McpOutcome } from '@harness-mcp/client'
import type { McpResourceRequest } from '@harness-mcp/resources'
import type { JsonValue } from '@harness-mcp/result-adapter'

import type { McpServerStatus, McpToolInfo } from './agent-sdk.js'
import type { McpServerConfig } from './config/schema.js'
import type { McpSessionListener } from './listeners.js'
import type { McpSessionSnapshot } from './snapshot.js'
import type { SessionTool } from './tools/toolbox.js'

/** Many servers, managed while an agent runs. A name that is not in the map throws wherever a server is named. */
export interface McpSession {
  /**
   * What the model may call: the tools of every server, and the three that read documents while a server is visible. Sorted
   * by name in code units, and frozen. The same array until something changed.
   */
  tools(): readonly SessionTool[]
  /**
   * Calls a tool by its public name. Every failure is an outcome, an unknown name and a denial included; rejects with an
   * `McpError` of code `aborted` only when the signal was.
   *
   * @param name - its public name.
   * @param args - the arguments as the model gave them: an object, or a JSON string that holds one.
   * @param options - how to cancel, and who is told of progress.
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<McpOutcome>
  /**
   * One operation on the documents of one server, for programs: the protocol's result. Rejects with an `McpError`.
   *
   * @param server - its name in the map.
   * @param request - what to ask.
   * @param options - how to cancel.
   */
  resource(server: string, request: McpResourceRequest, options?: ResourceOptions): Promise<JsonValue>
  /** For the system prompt: the names of the servers, and each one's instructions, in the order of their names. */
  prompt(): string
  /** Every server of the map, in its order, the disabled ones included. */
  status(): readonly McpSessionSnapshot[]
  /**
   * Calls back at every event of every server until the returned function is called. What a listener throws is ignored.
   *
   * @param listener - what is called.
   */
  subscribe(listener: McpSessionListener): () => void
  /**
   * Whether a call of this tool is to be put to a person. For harnesses with an approval step of their own. True for a name
   * that is unknown; false for the three tools that read documents.
   *
   * @param name - the public name of the tool.
   */
  needsPermission(name: string): boolean

  /**
   * Connects one server, a disabled one too, or joins the attempt under way. Settles when the attempt has ended, whatever its end.
   *
   * @param server - its name in the map.
   */
  connect(server: string): Promise<void>
  /**
   * Releases everything of one server: process tree, timers, tools, documents. Nothing but a verb brings it back.
   *
   * @param server - its name in the map.
   */
  disconnect(server: string): Promise<void>
  /**
   * Connects one server anew now, also out of a pending backoff. Settles when that attempt has ended, whatever its end.
   *
   * @param server - its name in the map.
   */
  reconnect(server: string): Promise<void>
  /**
   * Turns one server on, which connects it, or off, which disconnects it.
   *
   * @param server - its name in the map.
   * @param on - whether it shall be connected.
   */
  setEnabled(server: string, on: boolean): Promise<void>
  /**
   * Sends a person to the authorization server of one server, by `openUrl`, and connects it with what comes back to a port of
   * this machine. Five minutes at most; joins one under way. Rejects with an `McpError` of code `auth-required` when the
   * authorization was not given, or not taken.
   *
   * @param server - its name in the map.
   */
  authenticate(server: string): Promise<void>
  /**
   * Goes over to another map. Unchanged servers stay connected; one whose entry is wrong stays as it was. Settles when the
   * removed ones are gone and the first attempts of the others have ended (`startup: 'background'` does not wait for those).
   *
   * @param mcpServers - the whole new map.
   */
  setServers(mcpServers: Readonly<Record<string, McpServerConfig>>): Promise<SetServersResult>
  /** Ends everything, also what was connecting or waiting. Nothing starts afterwards. Idempotent. */
  close(): Promise<void>

  /** `status()` in the words of agent SDKs. */
  mcpServerStatus(): Promise<McpServerStatus[]>
  /** The servers' tools in the words of agent SDKs. */
  mcpListTools(): Promise<McpToolInfo[]>
  /**
   * `connect()` in the words of agent SDKs.
   *
   * @param server - its name in the map.
   */
  mcpConnect(server: string): Promise<void>
  /**
   * `disconnect()` in the words of agent SDKs.
   *
   * @param server - its name in the map.
   */
  mcpDisconnect(server: string): Promise<void>
  /**
   * `reconnect()` in the words of agent SDKs.
   *
   * @param server - its name in the map.
   */
  mcpReconnect(server: string): Promise<void>
}

/** What a request for documents brings besides the request. */
export interface ResourceOptions {
  /** Cancels the request, on the server too. */
  readonly signal?: AbortSignal | undefined
}

/** What another map came to. Each list has names of servers, in the order of the maps. */
export interface SetServersResult {
  /** Those that only the new map has. */
  readonly added: readonly string[]
  /** Those that only the old map had. */
  readonly removed: readonly string[]
  /** Those with another entry. */
  readonly changed: readonly string[]
  /** Those with the same entry. */
  readonly unchanged: readonly string[]
  /** Why a server is not as the map wants it: a wrong entry, or a first attempt that failed. By name. */
  readonly errors: Readonly<Record<string, string>>
}
