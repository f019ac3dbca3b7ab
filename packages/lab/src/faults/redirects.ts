import { createServer } from 'node:http'
import { once } from 'node:events'
import { closeServer, portOf } from '../http/listen.js'
import type { HttpFault } from '../scripted/remote/exchange.js'
import { reply } from '../scripted/remote/replies.js'

/** Sends the client somewhere else. */
export function redirect(location: string, code: 302 | 307 | 308 = 307): HttpFault {
  return ({ response }) => {
    reply(response, code, '', { location })
    return true
  }
}

/** Moves within the server: any other path is answered with a redirect to the one that works. */
export const moved: HttpFault = ({ url, response }) => {
  if (url.searchParams.has('here')) return false
  reply(response, 307, '', { location: `${url.pathname}?here` })
  return true
}

/** Somebody else's server, which writes down the names of the headers it gets. */
export interface Stranger {
  origin: string
  /** The header names of every request so far, each once. */
  headers(): string[]
  close(): Promise<void>
}

export async function startStranger(): Promise<Stranger> {
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    for (const name of Object.keys(request.headers)) seen.add(name)
    request.resume()
    reply(response, 200, '{}', { 'content-type': 'application/json' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    headers: () => [...seen],
    close: () => closeServer(server),
  }
}
