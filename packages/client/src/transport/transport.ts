/** A transport that a program brings itself: any transport of the official SDK is one. */
export interface McpTransport {
  start(): Promise<void>
  send(message: object, options?: object): Promise<void>
  close(): Promise<void>
}

/** Makes the transport for one connection; asked again for each reconnect, because a transport lives once. */
export type MakeTransport = () => McpTransport | Promise<McpTransport>
