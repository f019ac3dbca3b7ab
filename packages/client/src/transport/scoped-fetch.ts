import type { FetchLike } from '@modelcontextprotocol/client'

import type { RemoteConfig } from '../config/schema.js'
import { clientError } from '../errors.js'
import { plainLineEnds } from './lines.js'
import { limitMessages, type TooLarge } from './message-limit.js'
import { repairMessages } from './message-repair.js'
import { patientDispatcher } from './patient-fetch.js'
import { contentKind, withBody } from './with-body.js'

export interface FetchScope {
  readonly server: string
  /** The only origin that gets `headers`. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxMessageBytes: number
  /** Told why an event stream is cut off. */
  readonly onOversize?: ((message: string) => void) | undefined
}

/** The `fetch` of one configured server. */
export function fetchFor(
  { serverName, url, headers, maxMessageBytes }: RemoteConfig,
  onOversize?: FetchScope['onOversize'],
): FetchLike {
  return scopedFetch({ server: serverName, origin: new URL(url).origin, headers, maxMessageBytes, onOversize })
}

/**
 * A `fetch` for one server. The configured headers go to its own origin alone: as `requestInit.headers` the SDK would send
 * them to an authorization server too. Every body is cut off at `maxMessageBytes`, per event in an event stream, and the lines
 * of an event stream end with LF.
 */
export function scopedFetch(scope: FetchScope): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    const own = new URL(url).origin === scope.origin
    for (const [name, value] of own ? Object.entries(scope.headers) : []) {
      // A token that was given by a person is newer than a configured one.
      if (!headers.has(name)) headers.set(name, value)
    }
    // A redirect that is followed here would take the headers along. The SDK follows by itself, within the origin.
    const redirect = init?.redirect === 'error' ? 'error' : 'manual'
    const dispatcher = patientDispatcher()
    const response = await fetch(url, { ...init, headers, redirect, ...(dispatcher && { dispatcher }) })
    return response.body === null ? response : withBody(response, readableBody(response, response.body, scope))
  }
}

function readableBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  { server, maxMessageBytes, onOversize }: FetchScope,
): ReadableStream<Uint8Array> {
  const kind = contentKind(response)
  // A refusal is read as a whole, whatever it says that it is.
  const eventStream = response.ok && kind === 'event-stream'
  const tooLarge: TooLarge = (message) => {
    if (eventStream) onOversize?.(message)
    return clientError('protocol', { server, message })
  }
  const lines = eventStream ? body.pipeThrough(plainLineEnds()) : body
  const limited = lines.pipeThrough(limitMessages(maxMessageBytes, eventStream, tooLarge))
  return response.ok && kind !== 'other' ? limited.pipeThrough(repairMessages(eventStream)) : limited
}
