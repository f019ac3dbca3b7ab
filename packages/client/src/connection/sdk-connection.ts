import type { Client } from '@modelcontextprotocol/client'

import { Deadline } from '../abort.js'
import type { Deferred } from '../deferred.js'
import { clientError, type McpClientCode, type McpClientError } from '../errors.js'
import type { Exchange } from '../transport/exchange.js'
import { HEADER_SINK, HeaderSink } from '../transport/header-sink.js'
import type { Connection, Handshake, WireOptions, WireRequest } from './connection.js'
import { callFailure, type FailureContext, requestFailure, staleFailure } from './failure.js'
import { seeError } from './seen-error.js'

const ALIVE_MS = 10_000

export interface SdkConnectionParts extends FailureContext {
  readonly client: Client
  readonly exchange: Exchange
  readonly handshake: Handshake
  readonly lost: Deferred<McpClientError>
  /** In memory a result is the server's own object, which it may change afterwards. */
  readonly isolate: boolean
  /** Whether the server refused something because it no longer knows this connection. */
  readonly isStale: (error: unknown) => boolean
  readonly close: () => Promise<void>
}

/** A connection over an SDK client that has shaken hands. */
export function sdkConnection(parts: SdkConnectionParts): Connection {
  const { client, handshake, lost } = parts
  const check = once(() => checkAlive(parts).catch((error: unknown) => fail(error, 'dead')))
  const fail = (error: unknown, otherwise: 'dead' | 'doubtful' = 'doubtful'): McpClientError => {
    const failure = parts.isStale(error) ? staleFailure(error, parts) : requestFailure(error, parts)
    const line = ENDING.has(failure.code) ? 'dead' : lineAfter(error)
    if (line === 'dead' || (line === 'doubtful' && otherwise === 'dead')) lost.resolve(failure)
    else if (line === 'doubtful') check()
    return failure
  }
  const request: Connection['request'] = async (wanted, options) => {
    try {
      return await rawRequest(parts, wanted, options)
    } catch (error) {
      const failure = fail(error)
      throw wanted.method === 'tools/call' && !ENDING.has(failure.code) ? callFailure(error, parts) : failure
    }
  }
  return {
    ...handshake,
    lost: lost.promise,
    request,
    onToolsChanged: (listener) => client.setNotificationHandler('notifications/tools/list_changed', listener),
    listen: async (signal) => {
      try {
        await listenUntilEnded(client, signal)
      } catch (error) {
        throw parts.isStale(error) ? fail(error) : error
      }
    },
    ping: async (signal) => {
      try {
        await askForLife(parts, signal)
      } catch (error) {
        throw fail(error)
      }
    },
    checkAlive: check,
    close: parts.close,
  }
}

/** Codes with which nothing more can be asked over the same connection. */
const ENDING: ReadonlySet<McpClientCode> = new Set<McpClientCode>(['session-expired', 'auth-required'])

/**
 * What an error says of the connection. Nothing, when the server refuses something. A request that broke on its way may be
 * alone in that: over HTTP each has a socket of its own, and the answers of the others are still to come.
 */
function lineAfter(error: unknown): 'alive' | 'doubtful' | 'dead' {
  const seen = seeError(error)
  if (seen.kind === 'unreachable') return seen.sent ? 'doubtful' : 'dead'
  return seen.kind === 'ours' && seen.error.code === 'not-connected' ? 'dead' : 'alive'
}

/** Runs `work` unless it is running. */
function once(work: () => Promise<unknown>): () => void {
  let running = false
  return () => {
    if (running) return
    running = true
    void work().finally(() => {
      running = false
    })
  }
}

async function rawRequest(parts: SdkConnectionParts, request: WireRequest, options: WireOptions): Promise<unknown> {
  const headers = request.headerSchema && (await parameterHeaders(parts.client, request, request.headerSchema))
  const raw = await parts.exchange.request({ method: request.method, params: request.params, headers }, options)
  return parts.isolate ? structuredClone(raw) : raw
}

/** The `Mcp-Param-*` headers of a call. The SDK has their encoder and shows it to nobody, so it composes a call that is not sent. */
async function parameterHeaders(
  client: Client,
  { params }: WireRequest,
  schema: NonNullable<WireRequest['headerSchema']>,
): Promise<HeaderSink['headers']> {
  const sink = new HeaderSink()
  const name = String(params['name'])
  const toolDefinition = { name, inputSchema: { ...schema, type: 'object' as const } }
  const call = { ...params, name, [HEADER_SINK]: sink }
  await client.callTool(call, { toolDefinition })
  return sink.headers
}

async function listenUntilEnded(client: Client, signal: AbortSignal): Promise<void> {
  const subscription = await client.listen({ toolsListChanged: true }, { signal })
  await subscription.closed
}

/** Revision 2026-07-28 has no ping. Past the SDK, which takes an answer only as its schemas want it: any is a sign of life. */
async function askForLife(parts: SdkConnectionParts, signal: AbortSignal): Promise<void> {
  const method = parts.handshake.era === 'modern' ? 'server/discover' : 'ping'
  try {
    await parts.exchange.request({ method, params: {} }, { signal })
  } catch (error) {
    if (seeError(error).kind !== 'server-error' || parts.isStale(error)) throw error
  }
}

async function checkAlive(parts: SdkConnectionParts): Promise<void> {
  const { server } = parts
  const deadline = new Deadline(ALIVE_MS, () => clientError('not-connected', { server, message: 'no sign of life' }))
  try {
    await askForLife(parts, deadline.signal)
  } finally {
    deadline.clear()
  }
}
