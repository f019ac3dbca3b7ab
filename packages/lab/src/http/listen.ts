import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import { toNodeHandler } from '@modelcontextprotocol/node'

/** Where to listen, and what to answer before the MCP server sees a request. */
export interface HttpOptions {
  /** The port of 127.0.0.1; default 0, a free one. */
  port?: number
  /** Adds a tool that asks a person: `order`. */
  asks?: boolean
  /** Answers a request instead of the server when it returns a response: a 401, a 503, a stream that breaks. */
  intercept?: (request: Request) => Response | undefined | Promise<Response | undefined>
}

/** A server that listens in this process. */
export interface RunningHttp {
  url: string
  /** Stops listening and ends every open connection. */
  close: () => Promise<void>
}

/** Serves `answer` at `/mcp` of 127.0.0.1. */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  { port = 0, intercept }: HttpOptions,
): Promise<RunningHttp> {
  const handler = toNodeHandler({ fetch: async (request) => (await intercept?.(request)) ?? answer(request) })
  const server = createServer((request, response) => void handler(withTarget(request), response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${portOf(server.address())}/mcp`, close: () => closeServer(server) }
}

// A request that reaches a server always has both; the types say so only for clients' sake.
function withTarget(request: IncomingMessage): IncomingMessage & { method: string; url: string } {
  return Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' })
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

export async function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
  // A socket's own `close` comes at the end of the turn in which it was counted out, and a server notes it.
  await setImmediate()
  await setImmediate()
}
