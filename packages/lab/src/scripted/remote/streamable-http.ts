import { randomUUID } from 'node:crypto'
import { Script } from '../script.js'
import type { Switches } from '../switches.js'
import type { Request } from '../wire.js'
import type { Exchange } from './exchange.js'
import { HttpOutlet } from './http-outlet.js'
import { beginStream, reply, replyJson } from './replies.js'
import type { Face } from './face.js'

interface Session {
  outlet: HttpOutlet
  script: Script
}

/** The scripted server over Streamable HTTP: sessions of the older revisions, or none with `--modern`. */
export function streamableHttp(switches: Switches): Face {
  const sessions = new Map<string, Session>()
  const modern = new Map<'', Session>()
  const answer = (exchange: Exchange): void => {
    if (switches.modern) return answerModern(exchange, modern, switches)
    const { message } = exchange
    if (message?.kind === 'request' && message.method === 'initialize') return initialize(exchange, sessions, switches)
    answerInSession(exchange, sessions)
  }
  return { path: '/mcp', answer, forgetSessions: () => sessions.clear() }
}

function openSession({ service }: Exchange, switches: Switches): Session {
  const outlet = new HttpOutlet(service)
  return { outlet, script: new Script(switches, outlet) }
}

function initialize(exchange: Exchange, sessions: Map<string, Session>, switches: Switches): void {
  const id = randomUUID()
  const session = openSession(exchange, switches)
  sessions.set(id, session)
  receive(exchange, session, { 'mcp-session-id': id })
}

/** MCP specification 2025-11-25, basic/transports: 400 without a session id, 404 for one that is not known. */
function answerInSession(exchange: Exchange, sessions: Map<string, Session>): void {
  const { headers, response, verb, service } = exchange
  const id = headers['mcp-session-id']
  if (typeof id !== 'string') {
    if (exchange.message) service.record(exchange.message.method)
    return refuse(exchange, 400, 'Bad Request: No valid session ID provided')
  }
  const session = sessions.get(id)
  if (session === undefined) return refuse(exchange, 404, 'Session not found')
  if (verb === 'POST') return receive(exchange, session)
  if (verb === 'GET') {
    beginStream(response)
    session.outlet.stream = response
    return
  }
  service.record(verb)
  sessions.delete(id)
  session.outlet.stream?.end()
  reply(response, 200)
}

/** Revision 2026-07-28 knows no sessions: every client talks to one script. */
function answerModern(exchange: Exchange, modern: Map<'', Session>, switches: Switches): void {
  if (exchange.verb !== 'POST') return reply(exchange.response, 405, 'Method not allowed')
  const session = modern.get('') ?? openSession(exchange, switches)
  modern.set('', session)
  receive(exchange, session)
}

function receive({ message, response }: Exchange, session: Session, headers: Record<string, string> = {}): void {
  if (message === undefined) return reply(response, 202)
  if (message.kind === 'request') {
    session.outlet.open(message, response, headers)
    response.once('close', () => whenLetGo(message, response.writableEnded, session))
  }
  session.script.receive(message)
  if (message.kind === 'notification') reply(response, 202)
}

function whenLetGo(request: Request, answered: boolean, { script }: Session): void {
  if (!answered) script.cancel(request.id)
}

function refuse({ response }: Exchange, status: number, message: string): void {
  replyJson(response, status, JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
