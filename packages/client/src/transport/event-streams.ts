import type { TransportEvents } from './opened.js'

/** A `GET` that asks for an event stream, and whether it wants to go on with one that broke. */
export interface StreamRequest {
  readonly resumes: boolean
}

export function streamRequest(method: string | undefined, headers: Headers): StreamRequest | undefined {
  const asks = (method ?? 'GET') === 'GET' && (headers.get('accept') ?? '').includes('text/event-stream')
  return asks ? { resumes: headers.has('last-event-id') } : undefined
}

/**
 * The answer to a request for an event stream, in the shape of which the SDK makes the best. It opens a stream again that
 * ended, but not one that could not be opened the first time: then it is deaf for good. And it resumes a broken response for
 * ever, but for the status 405, which means that it cannot.
 */
export function openedStream(response: Response, request: StreamRequest, events: TransportEvents): Response {
  const { status } = response
  if (response.ok || status === 401 || status === 403 || status === 405) return response
  const passing = status >= 500 || status === 408 || status === 425 || status === 429
  events.onStreamTrouble()
  void response.body?.cancel().catch(() => {})
  if (request.resumes && !passing) return new Response(null, { status: 405 })
  return passing ? new Response('', { headers: { 'content-type': 'text/event-stream' } }) : response
}
