import type { Client } from '@modelcontextprotocol/client'

import { abortable, Deadline } from '../abort.js'
import type { Deferred } from '../deferred.js'
import { clientError, type McpClientError } from '../errors.js'
import { CAPTURE, Capture } from '../transport/raw-results.js'
import type { Connection, Handshake, WireOptions, WireRequest } from './connection.js'
import { type FailureContext, requestFailure, seeError } from './failure.js'

/** The SDK's own timers are left out: they ignore progress and limits in places. */
const NO_TIMEOUT_MS = 2_147_483_647
const ALIVE_MS = 10_000

export interface SdkConnectionParts extends FailureContext {
  readonly client: Client
  readonly handshake: Handshake
  readonly lost: Deferred<McpClientError>
  /** In memory a result is the server's own object, which it may change afterwards. */
  readonly isolate: boolean
  readonly sessionEnded: (error: unknown) => boolean
  readonly close: () => Promise<void>
}

/** A connection over an SDK client that has shaken hands. */
export function sdkConnection(parts: SdkConnectionParts): Connection {
  const { client, handshake, lost } = parts
  const fail = (error: unknown): McpClientError => {
    const failure = requestFailure(error, parts)
    if (parts.sessionEnded(error))
      lost.resolve(clientError('unreachable', { server: parts.server, message: 'the session has expired' }))
    else if (endsConnection(error)) lost.resolve(failure)
    return failure
  }
  return {
    ...handshake,
    lost: lost.promise,
    request: (request, options) =>
      rawRequest(parts, request, options).catch((error: unknown) => Promise.reject(fail(error))),
    onToolsChanged: (listener) => client.setNotificationHandler('notifications/tools/list_changed', listener),
    listen: (signal) => listenUntilEnded(client, signal),
    checkAlive: () => void checkAlive(parts).catch(fail),
    close: parts.close,
  }
}

/** A network that broke, or was never there, is the end of the connection; a server's refusal is not. */
function endsConnection(error: unknown): boolean {
  const seen = seeError(error)
  return seen.kind === 'unreachable' || (seen.kind === 'ours' && seen.error.code === 'not-connected')
}

async function rawRequest(parts: SdkConnectionParts, request: WireRequest, options: WireOptions): Promise<unknown> {
  const capture = new Capture(options.onProgress)
  try {
    await send(parts.client, { ...request, params: { ...request.params, [CAPTURE]: capture } }, options)
  } catch (error) {
    if (capture.lost) throw streamEnded(parts.server)
    throw error
  }
  const { received, raw } = capture.take()
  if (!received) throw clientError('protocol', { server: parts.server, message: 'the answer was lost on the way' })
  return parts.isolate ? structuredClone(raw) : raw
}

function send(client: Client, { method, params, headerSchema }: WireRequest, options: WireOptions): Promise<unknown> {
  const sdkOptions = { signal: options.signal, timeout: NO_TIMEOUT_MS }
  const { name } = params
  if (headerSchema === undefined || typeof name !== 'string')
    return client.request({ method, params: { ...params } }, sdkOptions)
  const toolDefinition = { name, inputSchema: { ...headerSchema, type: 'object' as const } }
  return client.callTool({ ...params, name }, { ...sdkOptions, toolDefinition })
}

function streamEnded(server: string): McpClientError {
  const message =
    'the response stream ended without the response; the outcome is unknown, and the call is not sent again'
  return clientError('outcome-unknown', { server, message })
}

async function listenUntilEnded(client: Client, signal: AbortSignal): Promise<void> {
  const subscription = await client.listen({ toolsListChanged: true }, { signal })
  await subscription.closed
}

async function checkAlive({ client, handshake, server }: SdkConnectionParts): Promise<void> {
  const deadline = new Deadline(ALIVE_MS, () => clientError('not-connected', { server, message: 'no sign of life' }))
  const { signal } = deadline
  try {
    await abortable(handshake.era === 'modern' ? client.discover({ signal }) : client.ping({ signal }), signal)
  } finally {
    deadline.clear()
  }
}
