// Users read these types: they must need no others, and those of the SDK's transports need the types of Node.
import type { InProcessTransport } from './transport.js'

/** Registered for the whole process, so that a handle made by another copy of this package is one too. */
export const MARK: unique symbol = Symbol.for('@harness-mcp/in-process/server')

/** A server in this process, for one session or many. Awaiting it gives it back. */
export interface InProcessServer {
  readonly [MARK]: true
  /** A transport for one connection. Nothing exists on the server's side before the transport is started. */
  readonly connect: () => InProcessTransport
}

/**
 * Whether a value is a handle of `createSdkMcpServer` or `fromMcpServer`.
 *
 * @param value - anything.
 */
export function isInProcessServer(value: unknown): value is InProcessServer {
  return typeof value === 'object' && value !== null && MARK in value && value[MARK] === true
}
