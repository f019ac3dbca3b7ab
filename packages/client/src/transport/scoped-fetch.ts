import type { FetchLike } from '@modelcontextprotocol/client'

import type { RemoteConfig } from '../config/schema.js'
import { clientError } from '../errors.js'
import { openedStream, streamRequest } from './event-streams.js'
import { repairMessages } from './message-repair.js'
import type { TransportEvents } from './opened.js'
import { patientDispatcher } from './patient-fetch.js'

export interface FetchScope {
  readonly server: string
  /** The only origin that gets `headers`. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxMessageBytes: number
  readonly events: TransportEvents
}

/** The `fetch` of one configured server. */
export function fetchFor(
  { serverName, url, headers, maxMessageBytes }: RemoteConfig,
  events: TransportEvents,
): FetchLike {
  return scopedFetch({ server: serverName, origin: new URL(url).origin, headers, maxMessageBytes, events })
}

/**
 * A `fetch` for one server. The configured headers go to its own origin alone: as `requestInit.headers` the SDK would send
 * them to an authorization server too. Every body is cut off at `maxMessageBytes`, per event in an event stream.
 */
export function scopedFetch(scope: FetchScope): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    const own = new URL(url).origin === scope.origin
    if (own) for (const [name, value] of Object.entries(scope.headers)) headers.set(name, value)
    // A redirect that is followed here would take the headers along. The SDK follows by itself, within the origin.
    const redirect = init?.redirect === 'error' ? 'error' : 'manual'
    const dispatcher = patientDispatcher()
    const response = await fetch(url, { ...init, headers, redirect, ...(dispatcher && { dispatcher }) })
    const stream = streamRequest(init?.method, headers)
    return bounded(stream && own ? openedStream(response, stream, scope.events) : response, scope)
  }
}

function bounded(response: Response, scope: FetchScope): Response {
  if (response.body === null) return response
  const type = response.headers.get('content-type')?.toLowerCase() ?? ''
  const eventStream = type.startsWith('text/event-stream')
  const limited = response.body.pipeThrough(limit(scope, eventStream))
  const messages = eventStream || type.startsWith('application/json')
  const body = messages && response.ok ? limited.pipeThrough(repairMessages(eventStream)) : limited
  const copy = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
  // A copy forgets where it came from, and the SDK reads both to tell a redirect.
  Object.defineProperties(copy, { url: { value: response.url }, redirected: { value: response.redirected } })
  return copy
}

function limit(
  { server, maxMessageBytes, events }: FetchScope,
  eventStream: boolean,
): TransformStream<Uint8Array, Uint8Array> {
  const measure = eventStream ? eventMeter() : bodyMeter()
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = measure(chunk)
      if (bytes <= maxMessageBytes) return controller.enqueue(chunk)
      const message = `a message of over ${bytes} bytes exceeds maxMessageBytes (${maxMessageBytes})`
      events.onOversize(message)
      controller.error(clientError('protocol', { server, message }))
    },
  })
}

/** Takes the next chunk and gives the size of the largest message in it, with what of that message came before. */
type Meter = (chunk: Uint8Array) => number

function bodyMeter(): Meter {
  let bytes = 0
  return (chunk) => (bytes += chunk.length)
}

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

/** An event stream lives on: the count starts anew behind each empty line, which ends an event. */
function eventMeter(): Meter {
  let event = 0
  let line = 0
  return (chunk) => {
    let largest = 0
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      event += end + 1 - start
      largest = Math.max(largest, event)
      if (line + contentBytes(chunk, start, end) === 0) event = 0
      line = 0
      start = end + 1
    }
    line += contentBytes(chunk, start, chunk.length)
    event += chunk.length - start
    return Math.max(largest, event)
  }
}

function contentBytes(chunk: Uint8Array, start: number, end: number): number {
  return end > start && chunk[end - 1] === CARRIAGE_RETURN ? end - start - 1 : end - start
}
