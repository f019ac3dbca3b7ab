import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createLegacyServer } from '../legacy.js'
import { createWorld, type World } from '../offer/world.js'
import { listen, type HttpOptions, type RunningHttp } from './listen.js'

/** A legacy HTTP server in this process, and its sessions. */
export interface RunningLegacyHttp extends RunningHttp {
  /** Ids of the open sessions, oldest first; always empty when stateless. */
  sessions: () => string[]
  /** Drops every session, as a restarted server does: requests that name one are answered with 404. */
  forgetSessions: () => Promise<void>
}

/** Starts a server of the first SDK line in this process: one session a client, or none with `stateless`. */
export async function startLegacyHttp(options: HttpOptions & { stateless?: boolean } = {}): Promise<RunningLegacyHttp> {
  const sessions = new Map<string, Transport>()
  const world = createWorld(options)
  const answer = options.stateless === true ? answerStateless(world) : answerInSession(sessions, world)
  const running = await listen(answer, options)
  const forgetSessions = async (): Promise<void> => {
    const open = [...sessions.values()]
    sessions.clear()
    for (const transport of open) await transport.close()
  }
  return {
    url: running.url,
    sessions: () => [...sessions.keys()],
    forgetSessions,
    close: async () => {
      await forgetSessions()
      await running.close()
    },
  }
}

function answerInSession(sessions: Map<string, Transport>, world: World) {
  return async (request: Request): Promise<Response> => {
    const id = request.headers.get('mcp-session-id')
    const known = id === null ? await openSession(sessions, world) : sessions.get(id)
    return known === undefined ? new Response('Session not found', { status: 404 }) : known.handleRequest(request)
  }
}

async function openSession(sessions: Map<string, Transport>, world: World): Promise<Transport> {
  const transport = new Transport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  })
  await createLegacyServer(world).connect(transport)
  return transport
}

function answerStateless(world: World) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response('Method not allowed', { status: 405 })
    const transport = new Transport({})
    await createLegacyServer(world).connect(transport)
    return transport.handleRequest(request)
  }
}
