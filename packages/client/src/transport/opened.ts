import type { Transport } from '@modelcontextprotocol/client'

import type { StdioTransport } from './stdio.js'

/** A transport that has not started, and what about it the SDK's interface does not say. */
export interface OpenTransport {
  readonly transport: Transport
  /** Present on stdio. */
  readonly stdio?: StdioTransport
  /** Ends the session on the server, where there is one. Whoever calls it sets a deadline: the SDK has none here. */
  readonly endSession?: () => Promise<void>
  /** Whether an error that the transport reported is the end of the connection. Default: none is, `onclose` tells. */
  readonly isFatal?: (error: Error) => boolean
}

/** What a transport reports while it is open, beside what the SDK's interface has. */
export interface TransportEvents {
  /** An event stream could not be opened: time to ask whether the server is there at all. */
  onStreamTrouble(): void
  /** HTTP+SSE: a message was too large, which is why the stream of all answers ends now. */
  onOversize(message: string): void
  /** A message is about to be sent there: the address may carry the id of a session. */
  onPost?(url: URL): void
}
