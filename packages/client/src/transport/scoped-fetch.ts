import type { FetchLike } from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'

export interface FetchScope {
  readonly server: string
  /** The only origin that gets `headers`. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxMessageBytes: number
}

/**
 * A `fetch` for one server. The configured headers go to its own origin alone: as `requestInit.headers` the SDK would send
 * them to an authorization server too. Every body is cut off at `maxMessageBytes`, per event in an event stream.
 */
export function scopedFetch(scope: FetchScope): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    if (new URL(url).origin === scope.origin) {
      for (const [name, value] of Object.entries(scope.headers)) headers.set(name, value)
    }
    const response = await fetch(url, { ...init, headers })
    return bounded(response, scope)
  }
}

function bounded(response: Response, scope: FetchScope): Response {
  if (response.body === null) return response
  const eventStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = response.body.pipeThrough(limit(scope, eventStream))
  const copy = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
  // A copy forgets where it came from, and the SDK reads both to tell a redirect.
  Object.defineProperties(copy, { url: { value: response.url }, redirected: { value: response.redirected } })
  return copy
}

const NEWLINE = 0x0a

/** An event stream lives on: there the count starts anew with each chunk that holds the end of a line. */
function limit({ server, maxMessageBytes }: FetchScope, perLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      const lastLine = perLine ? chunk.lastIndexOf(NEWLINE) : -1
      bytes = lastLine === -1 ? bytes + chunk.length : chunk.length - lastLine - 1
      if (bytes <= maxMessageBytes) return controller.enqueue(chunk)
      const message = `a message of over ${bytes} bytes exceeds maxMessageBytes (${maxMessageBytes})`
      controller.error(clientError('protocol', { server, message }))
    },
  })
}
