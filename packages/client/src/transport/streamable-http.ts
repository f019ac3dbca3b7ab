import type { Authorization } from '../authorization/authorization.js'
import { authorizedFetch } from '../authorization/authorized-fetch.js'
import type { RemoteConfig } from '../config/schema.js'
import type { OpenTransport, TransportEvents } from './opened.js'
import { fetchFor } from './scoped-fetch.js'
import { streamableFetch } from './streamable-fetch.js'

/**
 * Streamable HTTP through the SDK. Its streams are opened again below the SDK, as long as the connection lives; a 401 on any
 * of them, or to any message, ends the connection.
 */
export async function openStreamableHttp(
  config: RemoteConfig,
  events: TransportEvents,
  authorization?: Authorization,
): Promise<OpenTransport> {
  const { SdkHttpError, StreamableHTTPClientTransport, UnauthorizedError } =
    await import('@modelcontextprotocol/client')
  const { serverName: server, maxTotalTimeoutMs } = config
  const onUnauthorized = (): void => transport.onerror?.(new UnauthorizedError())
  const scoped = fetchFor(config)
  const inner = authorization ? authorizedFetch(scoped, authorization) : scoped
  const fetch = streamableFetch({ server, fetch: inner, maxTotalTimeoutMs, events, onUnauthorized })
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    fetch,
    // What ends here has ended for good.
    reconnectionOptions: {
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 0,
    },
  })
  return {
    transport,
    endSession: () => transport.terminateSession(),
    isFatal: (error) => error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401),
  }
}
