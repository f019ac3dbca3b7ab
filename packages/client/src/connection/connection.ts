import type { AskedCall } from '../elicitation/asked-call.js'
import type { McpClientError } from '../errors.js'
import type { Progress } from '../transport/progress.js'

/** The requests whose results are taken as the server sent them. */
export type WireMethod = 'tools/list' | 'tools/call' | 'resources/list' | 'resources/templates/list' | 'resources/read'

export interface WireRequest {
  readonly method: WireMethod
  readonly params: Readonly<Record<string, unknown>>
  /** The input schema of a called tool that names parameters to be sent as HTTP headers (SEP-2243). */
  readonly headerSchema?: Readonly<Record<string, unknown>>
}

export interface WireOptions {
  /** Cancels the request on the server too. The server is told the text of its reason. */
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Lets the server ask a person in the course of the request. */
  readonly asked?: Omit<AskedCall, 'signal'> | undefined
}

/** What a server said of itself in the handshake. None of it is trusted to decide anything. */
export interface Handshake {
  readonly era: 'legacy' | 'modern'
  readonly revision: string
  readonly server: { readonly name: string; readonly version: string } | undefined
  readonly instructions: string
  readonly capabilities: { readonly tools: boolean; readonly toolsListChanged: boolean; readonly resources: boolean }
}

/** One open connection to one server. It never opens itself again: that is the business of whoever owns it. */
export interface Connection extends Handshake {
  /** Settles with the reason when the connection ends by anything but `close()`. */
  readonly lost: Promise<McpClientError>
  /** The result exactly as the server sent it. Rejects with an `McpError`. */
  request(request: WireRequest, options: WireOptions): Promise<unknown>
  /** Calls back at each `tools/list_changed`. */
  onToolsChanged(listener: () => void): void
  /** Revision 2026-07-28: asks for notifications of changes. Resolves when that subscription has ended. */
  listen(signal: AbortSignal): Promise<void>
  /** Resolves when the server has answered, whatever it said. Rejects with an `McpError`. It counts as no use of the server. */
  ping(signal: AbortSignal): Promise<void>
  /** Asks the server for a sign of life. The connection is lost when there is none. */
  checkAlive(): void
  /** Ends the session and the process tree. Bounded; rejects with code `undead` when the process could not be ended. */
  close(): Promise<void>
}
