import type { FetchLike } from '@modelcontextprotocol/client'

import type { Authorization } from '../authorization/authorization.js'
import { authorizedFetch } from '../authorization/authorized-fetch.js'
import type { RemoteConfig } from '../config/schema.js'
import { ACCEPT_MS, deliver } from './delivery.js'
import type { OpenTransport, TransportEvents } from './opened.js'
import { whatIsPosted } from './posted.js'
import { fetchFor } from './scoped-fetch.js'

/** The HTTP+SSE transport of revision 2024-11-05, through the SDK. */
export async function openSse(
  config: RemoteConfig,
  events: TransportEvents,
  authorization?: Authorization,
): Promise<OpenTransport> {
  const { SSEClientTransport, SseError } = await import('@modelcontextprotocol/client')
  const transport = new SSEClientTransport(new URL(config.url), { fetch: sseFetch(config, events, authorization) })
  // The SDK's event source opens a new stream after an error, to a session that was never initialized, and says nothing.
  return { transport, isFatal: (error) => error instanceof SseError }
}

/** Answers come over the stream, so a POST only delivers. A server may accept a request no sooner than it answers it. */
function sseFetch(config: RemoteConfig, events: TransportEvents, authorization: Authorization | undefined): FetchLike {
  const scoped = fetchFor(config, (message) => events.onOversize(message))
  const fetch = authorization ? authorizedFetch(scoped, authorization) : scoped
  return (url, init = {}) => {
    events.onPost?.(new URL(url))
    const posted = init.method === 'POST' ? whatIsPosted(init.body) : 'other'
    if (posted === 'other') return fetch(url, init)
    const withinMs = posted === 'request' ? config.maxTotalTimeoutMs : ACCEPT_MS
    return deliver({ server: config.serverName, fetch, withinMs }, url, init)
  }
}
