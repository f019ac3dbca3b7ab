import type { Transport } from '@modelcontextprotocol/client'

import type { RemoteConfig, ResolvedConfig } from '../config/schema.js'
import { scopedFetch } from './scoped-fetch.js'
import { StdioTransport } from './stdio.js'

/** A transport that has not started, and the two things about it that the SDK's interface does not say. */
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
      return openHttp(config, events)
    case 'sse':
      return openSse(config)
  }
}

async function openHttp(config: RemoteConfig, events: TransportEvents): Promise<OpenTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    fetch: fetchFor(config),
    // By default the SDK gives up after two failures and is deaf to notifications from then on.
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: Number.MAX_SAFE_INTEGER,
    },
    reconnectionScheduler: (reopen, delayMs, failures) => {
      if (failures > 0) events.onStreamTrouble()
      const timer = setTimeout(reopen, delayMs)
      return () => clearTimeout(timer)
    },
  })
  return { transport, endSession: () => transport.terminateSession() }
}

async function openSse(config: RemoteConfig): Promise<OpenTransport> {
  const { SSEClientTransport, SseError } = await import('@modelcontextprotocol/client')
  const transport = new SSEClientTransport(new URL(config.url), { fetch: fetchFor(config) })
  // The SDK's event source opens a new stream after an error, to a session that was never initialized, and says nothing.
  return { transport, isFatal: (error) => error instanceof SseError }
}

function fetchFor({ serverName, url, headers, maxMessageBytes }: RemoteConfig): ReturnType<typeof scopedFetch> {
  return scopedFetch({ server: serverName, origin: new URL(url).origin, headers, maxMessageBytes })
}
