/** A transport that a program brings itself: any transport of the official SDK is one. */
export interface McpTransport {
  /** Opens it. Rejects when it cannot be opened. */
  start(): Promise<void>
  /**
   * Sends one message. Rejects when it cannot be sent.
   *
   * @param message - one JSON-RPC message.
   * @param options - what the SDK adds for some transports.
   */
  send(message: object, options?: object): Promise<void>
  /** Closes it. Settles when it is closed. */
  close(): Promise<void>
}

/** Makes the transport for one connection; asked again for each reconnect, because a transport lives once. */
export type MakeTransport = () => McpTransport | Promise<McpTransport>
