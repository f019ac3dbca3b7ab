import type { Client } from '@modelcontextprotocol/client'

import { Deadline } from '../abort.js'
import { clientError, type McpClientCode, type McpClientError } from '../errors.js'
import { HEADER_SINK, HeaderSink } from '../transport/header-sink.js'
import { askedRequest } from './asked-request.js'
import type { Connection, WireOptions, WireRequest } from './connection.js'
import { callFailure, requestFailure, staleFailure } from './failure.js'
import type { SdkConnectionParts } from './sdk-connection-parts.js'
import { seeError } from './seen-error.js'

const ALIVE_MS = 10_000

/** A connection over an SDK client that has shaken hands. */
export function sdkConnection(parts: SdkConnectionParts): Connection {
  const { client, handshake, lost } = parts
  const fail = (error: unknown): McpClientError => {
    const failure = parts.isStale(error) ? staleFailure(error, parts) : requestFailure(error, parts)
    if (ENDING.has(failure.code) || endsConnection(error)) lost.resolve(failure)
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
    checkAlive: () => void checkAlive(parts).catch(fail),
    close: parts.close,
  }
}

/** Codes with which nothing more can be asked over the same connection. */
const ENDING: ReadonlySet<McpClientCode> = new Set<McpClientCode>(['session-expired', 'auth-required'])

/** A network that broke, or was never there, is the end of the connection; a server's refusal is not. */
function endsConnection(error: unknown): boolean {
  const seen = seeError(error)
  return seen.kind === 'unreachable' || (seen.kind === 'ours' && seen.error.code === 'not-connected')
}

async function rawRequest(parts: SdkConnectionParts, request: WireRequest, options: WireOptions): Promise<unknown> {
  const headers = request.headerSchema && (await parameterHeaders(parts.client, request, request.headerSchema))
  const raw = await askedRequest(parts, { ...request, headers }, options)
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
