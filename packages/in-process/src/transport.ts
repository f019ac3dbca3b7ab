/**
 * The client's end of a connection to a server in this process. It is a transport of either SDK line, and what
 * `@harness-mcp/client` takes as one. It lives once: each connection asks for its own.
 */
export interface InProcessTransport {
  /** Makes the server's side ready. Rejects when the server cannot be connected to. */
  start(): Promise<void>
  /**
   * Sends one message to the server.
   *
   * @param message - one JSON-RPC message.
   * @param options - what the SDK adds for some transports.
   */
  send(message: object, options?: object): Promise<void>
  /** Ends the connection and the server's side of it. */
  close(): Promise<void>
}
