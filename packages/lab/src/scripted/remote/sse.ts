import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Outlet } from '../outlet.js'
import { Script } from '../script.js'
import type { Switches } from '../switches.js'
import { textOf, type Notification, type Request } from '../wire.js'
import type { Exchange, Service } from './exchange.js'
import { beginStream, eventText, reply } from './replies.js'
import type { Face } from './face.js'

interface Session {
  stream: ServerResponse
  script: Script
  initialized: boolean
}

/** The scripted server over HTTP+SSE, the transport of revision 2024-11-05. */
export function sse(switches: Switches): Face {
  const sessions = new Map<string, Session>()
  const answer = (exchange: Exchange): void => {
    if (exchange.verb === 'GET') openStream(exchange, sessions, switches)
    else receive(exchange, sessions)
  }
  return { path: '/sse', answer, forgetSessions: () => sessions.clear() }
}

function openStream({ response, service }: Exchange, sessions: Map<string, Session>, switches: Switches): void {
  const id = randomUUID()
  beginStream(response)
  response.write(eventText(`/messages?session=${id}`, { type: 'endpoint' }))
  sessions.set(id, {
    stream: response,
    script: new Script(switches, streamOutlet(response, service)),
    initialized: false,
  })
  response.once('close', () => sessions.delete(id))
}

function receive({ message, url, response }: Exchange, sessions: Map<string, Session>): void {
  const session = sessions.get(url.searchParams.get('session') ?? '')
  if (session === undefined) return reply(response, 404, 'Session not found')
  reply(response, 202, 'Accepted')
  if (message === undefined) return
  if (isBeforeHandshake(message, session)) return refuse(message, session)
  session.script.receive(message)
}

/** A client that comes back to a new session must shake hands in it. */
function isBeforeHandshake(message: Request | Notification, session: Session): message is Request {
  if (message.method === 'initialize') session.initialized = true
  return message.kind === 'request' && message.method !== 'server/discover' && !session.initialized
}

function refuse({ id, method }: Request, { stream, script }: Session): void {
  script.record(`refused ${method}`)
  const error = { code: -32_600, message: 'Received a request before initialization was complete' }
  stream.write(eventText(textOf({ id, error })))
}

function streamOutlet(stream: ServerResponse, service: Service): Outlet {
  const write = (text: string): void => void stream.write(eventText(text))
  return {
    send: (message) => write(textOf(message)),
    write,
    done: () => {},
    end() {
      service.forgetSessions()
      service.breakConnections()
    },
  }
}
