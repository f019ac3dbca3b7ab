import type { Authorization } from '../authorization/authorization.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { OpenTransport, TransportEvents } from './opened.js'
import { openSse } from './sse.js'
import { StdioTransport } from './stdio.js'
import { openStreamableHttp } from './streamable-http.js'

/** Makes the transport that a configuration asks for. To add a transport, add its schema and its case here. */
export async function openTransport(
  config: ResolvedConfig,
  events: TransportEvents,
  authorization?: Authorization,
): Promise<OpenTransport> {
  switch (config.transport) {
    case 'stdio': {
      const stdio = new StdioTransport(config)
      return { transport: stdio, stdio }
    }
    case 'streamable-http':
      return openStreamableHttp(config, events, authorization)
    case 'sse':
      return openSse(config, events, authorization)
  }
}
