import { createHandle } from './create-handle.js'
import type { InProcessServer } from './handle.js'
import type { InProcessTransport } from './transport.js'

/** What both SDK lines call `McpServer`: `@modelcontextprotocol/server` 2.x and `@modelcontextprotocol/sdk` 1.x. */
export interface McpServerLike {
  /**
   * Serves one connection. Resolves when it is open.
   *
   * @param transport - its end of the connection.
   */
  connect(transport: InProcessTransport): Promise<void>
  /** Ends the connection. */
  close(): Promise<void>
  /** Whether it has a connection now. */
  isConnected(): boolean
  /** The protocol object behind it. */
  readonly server: object
}

/**
 * Whether a value is an `McpServer` of either SDK line, whichever copy of the SDK it comes from.
 *
 * @param value - anything.
 */
export function isMcpServer(value: unknown): value is McpServerLike {
  if (typeof value !== 'object' || value === null) return false
  const has = (name: string): boolean => typeof Reflect.get(value, name) === 'function'
  const inner: unknown = Reflect.get(value, 'server')
  return has('connect') && has('close') && has('isConnected') && typeof inner === 'object' && inner !== null
}

/**
 * A handle for an `McpServer` that exists already. Such an object has one connection at a time, on revision 2025-11-25 or
 * older: while it has one, starting a second transport rejects, and after its end the next can start. Throws a `TypeError`
 * when the value is no `McpServer`.
 *
 * @param server - the object, of either SDK line.
 */
export function fromMcpServer(server: McpServerLike): InProcessServer {
  if (!isMcpServer(server)) throw new TypeError('in-process server: the value is no McpServer of either SDK line')
  return createHandle(async (end) => {
    if (server.isConnected()) throw new Error(OCCUPIED)
    await server.connect(end)
  })
}

const OCCUPIED =
  'this McpServer object has a connection already, and can have only one at a time; ' +
  'close that session first, use an object for each session, or define the server with createSdkMcpServer'
