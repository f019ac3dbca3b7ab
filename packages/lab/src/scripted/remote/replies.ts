import type { ServerResponse } from 'node:http'

/** Answers with a whole body. */
export function reply(
  response: ServerResponse,
  status: number,
  body = '',
  headers: Record<string, string> = { 'content-type': 'text/plain' },
): void {
  response.writeHead(status, headers).end(body)
}

/** Answers with JSON. */
export function replyJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  reply(response, status, body, { 'content-type': 'application/json', ...headers })
}

/** Begins an event stream. */
export function beginStream(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...headers })
  response.flushHeaders()
}

/** One event. Without an `id` it cannot be resumed from. */
export function eventText(data: string, { id, type = 'message' }: { id?: string; type?: string } = {}): string {
  return `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}
