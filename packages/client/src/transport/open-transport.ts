import type { Transport } from '@modelcontextprotocol/client'

import type { ResolvedConfig } from '../config/schema.js'
import { openSse } from './sse.js'
import { StdioTransport } from './stdio.js'
import { openStreamableHttp } from './streamable-http.js'

/** A transport that has not started, and what about it the SDK's interface does not say. */
export interface OpenTransport {
  readonly transport: Transport
  /** Present on stdio. */
  readonly stdio?: StdioTransport
  /** Ends the session on the server, where there is one. Whoever calls it sets a deadline: the SDK has none here. */
  readonly endSession?: () => Promise<void>
  /** Lets go of what outlives `transport.close()`. */
  readonly release?: () => void
  /** Whether an error that the transport reported is the end of the connection. Default: none is, `onclose` tells. */
  readonly isFatal?: (error: Error) => boolean
}

/** What a transport reports while it is open, beside what the SDK's interface has. */
export interface TransportEvents {
  /** A notification stream could not be opened again: time to ask whether the server is there at all. */
  onStreamTrouble(): void
}

/** Makes the transport that a configuration asks for. To add a transport, add its schema and its case here. */
export async function openTransport(config: ResolvedConfig, events: TransportEvents): Promise<OpenTransport> {
  switch (config.transport) {
    case 'stdio': {
      const stdio = new StdioTransport(config)
      return { transport: stdio, stdio }
    }
    case 'streamable-http':
      return openStreamableHttp(config, events)
    case 'sse':
      return openSse(config)
  }
}
