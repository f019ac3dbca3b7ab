import type { RemoteConfig } from '../config/schema.js'
import type { OpenTransport, TransportEvents } from './opened.js'
import { fetchFor } from './scoped-fetch.js'

/** The HTTP+SSE transport of revision 2024-11-05, through the SDK. */
export async function openSse(config: RemoteConfig, events: TransportEvents): Promise<OpenTransport> {
  const { SSEClientTransport, SseError } = await import('@modelcontextprotocol/client')
  const fetch = fetchFor(config, events)
  const transport = new SSEClientTransport(new URL(config.url), {
    fetch: (url, init) => {
      events.onPost?.(new URL(url))
      return fetch(url, init)
    },
  })
  // The SDK's event source opens a new stream after an error, to a session that was never initialized, and says nothing.
  return { transport, isFatal: (error) => error instanceof SseError }
}
