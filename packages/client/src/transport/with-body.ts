/** The same response with another body. */
export function withBody(response: Response, body: ReadableStream<Uint8Array> | string | null): Response {
  const { status, statusText, headers, url, redirected } = response
  const copy = new Response(body, { status, statusText, headers })
  // A copy forgets where it came from, and the SDK reads both to tell a redirect.
  Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } })
  return copy
}

/** What a response says that it carries. */
export function contentKind({ headers }: Response): 'event-stream' | 'json' | 'other' {
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  if (type.startsWith('text/event-stream')) return 'event-stream'
  return type.startsWith('application/json') ? 'json' : 'other'
}
