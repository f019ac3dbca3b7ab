import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { plainPage } from './page.js'

/** Listens for the callback of an authorization. */
export interface CallbackListener {
  readonly port: number
  /** Resolves with the parameters of the first callback that carries `state`, and tells its browser how to go on. Asked again, it waits for the new state alone. */
  callback(state: string): Promise<URLSearchParams>
  /** Stops listening, and ends every connection, also one that never asked for anything. */
  close(): void
}

/** Listens on 127.0.0.1 alone: at `port` when that is free, at another free one otherwise. `label` is shown to the person. */
export async function listenForCallback(port: number, label: string): Promise<CallbackListener> {
  const server = createServer()
  await listen(server, port).catch(() => listen(server, 0))
  const own = portOf(server)
  let awaited: Awaited | undefined
  const endSilent = silentConnections(server)
  server.on('request', (request, response) => {
    const parameters = parametersOf(request, own)
    if (parameters === undefined) return answer(response, 404, 'There is nothing here.')
    // A stranger's callback does not end the wait for the right one.
    if (parameters.get('state') !== awaited?.state)
      return answer(response, 400, 'This is not the answer that was waited for.')
    const given = parameters.has('code') ? 'The answer was received' : 'The authorization was not given'
    answer(response, 200, `${given} (${label}). You can close this window.`)
    awaited.take(parameters)
  })
  return {
    port: own,
    callback: (state) => new Promise((take) => (awaited = { state, take })),
    close: () => {
      server.close()
      // What was answered ends by itself: the browser may still be reading its page.
      endSilent()
    },
  }
}

interface Awaited {
  readonly state: string
  readonly take: (parameters: URLSearchParams) => void
}

/** Browsers open connections in advance. Gives what ends those over which nothing was asked. */
function silentConnections(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return () => silent.forEach((socket) => socket.destroy())
}

/** A port of 127.0.0.1 that nobody uses: it was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await listen(server, 0)
  const port = portOf(server)
  server.close()
  return port
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the callback listener has no port')
}

/** A page of another origin may reach this port under a name of its own, which is in `host` then. */
function parametersOf({ method, url, headers }: IncomingMessage, port: number): URLSearchParams | undefined {
  const own = `http://127.0.0.1:${port}`
  if (method !== 'GET' || headers.host !== `127.0.0.1:${port}` || !URL.canParse(url ?? '', own)) return undefined
  const { pathname, searchParams } = new URL(url ?? '', own)
  return pathname === '/callback' ? searchParams : undefined
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  const { headers, body } = plainPage(sentence)
  response.writeHead(status, headers).end(body)
}
