import type { HttpFault } from '../scripted/remote/exchange.js'
import { replyJson } from '../scripted/remote/replies.js'

/** Forgets every session, once, just before it looks at the request: it answers 404 then, as a restarted server does. */
export const forgottenSession: HttpFault = ({ service }) => {
  service.forgetSessions()
  return false
}

/** Refuses a request that names a session with 400 and these words, instead of the 404 that the protocol wants. */
export function refusedSession(words: string): HttpFault {
  return ({ response, headers, message, service }) => {
    if (headers['mcp-session-id'] === undefined) return false
    if (message) service.record(message.method)
    service.forgetSessions()
    replyJson(response, 400, JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: words }, id: null }))
    return true
  }
}

/** Breaks every connection and forgets every session, as a server does that is restarted. */
export const restart: HttpFault = ({ message, service }) => {
  if (message) service.record(message.method)
  service.forgetSessions()
  service.breakConnections()
  return true
}
