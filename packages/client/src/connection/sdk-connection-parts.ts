import type { Client } from '@modelcontextprotocol/client'

import type { Deferred } from '../deferred.js'
import type { Elicitor } from '../elicitation/elicitor.js'
import type { McpClientError } from '../errors.js'
import type { Exchange } from '../transport/exchange.js'
import type { Handshake } from './connection.js'
import type { FailureContext } from './failure.js'

export interface SdkConnectionParts extends FailureContext {
  readonly client: Client
  readonly exchange: Exchange
  readonly handshake: Handshake
  readonly elicitor: Elicitor | undefined
  readonly lost: Deferred<McpClientError>
  /** In memory a result is the server's own object, which it may change afterwards. */
  readonly isolate: boolean
  /** Whether the server refused something because it no longer knows this connection. */
  readonly isStale: (error: unknown) => boolean
  readonly close: () => Promise<void>
}
