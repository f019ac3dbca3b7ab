import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isRecord, parseMessage, type Notification, type Request } from '../wire.js'

/** One HTTP request of a client, and the way to answer it. */
export interface Exchange {
  verb: string
  url: URL
  headers: IncomingHttpHeaders
  /** What a POST carries; `undefined` for a response, and for what is no message. */
  message: Request | Notification | undefined
  response: ServerResponse
  service: Service
}

/** What a fault may do to the whole server. */
export interface Service {
  /** Breaks every open connection. */
  breakConnections(): void
  /** Drops every session, as a restarted server does. */
  forgetSessions(): void
  /** Adds a line to the file of `--requests`. */
  record(what: string): void
}

/** Deals with an exchange in its own way and returns true, or leaves it to the well-behaved server. */
export type HttpFault = (exchange: Exchange) => boolean

/** Reads a request to its end. */
export async function readExchange(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
): Promise<Exchange> {
  const { method: verb = 'GET', url = '/', headers } = request
  const message = verb === 'POST' ? parseMessage(parseBody(await bodyOf(request))) : undefined
  return { verb, url: new URL(url, 'http://127.0.0.1'), headers, message, response, service }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body)
  return isRecord(value) ? value : {}
}
