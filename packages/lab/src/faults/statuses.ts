import type { HttpFault } from '../scripted/remote/exchange.js'
import { reply, replyJson } from '../scripted/remote/replies.js'

/** Answers with this status instead of a result. */
export function status(code: number, body = '', headers: Record<string, string> = {}): HttpFault {
  return ({ response, service, message, verb }) => {
    service.record(message?.method ?? verb)
    reply(response, code, body, { 'content-type': 'text/plain', ...headers })
    return true
  }
}

/** Says 200 and sends a page for people, as a proxy or a login wall does. */
export const htmlPage: HttpFault = ({ response }) => {
  reply(response, 200, `<!doctype html><title>Sign in</title>${'<p>Please sign in.</p>'.repeat(250)}`, {
    'content-type': 'text/html',
  })
  return true
}

/** Says that it sends JSON, and sends the page of `htmlPage`. */
export const htmlAsJson: HttpFault = ({ response }) => {
  replyJson(response, 200, '<!doctype html><title>Sign in</title><p>Please sign in.</p>')
  return true
}

/** Sends the first half of a response, as a whole body. */
export const truncatedJson: HttpFault = ({ response }) => {
  replyJson(response, 200, '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":')
  return true
}

/** Answers with a response that answers nobody. */
export const nullId: HttpFault = ({ response }) => {
  replyJson(response, 200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}')
  return true
}

/** Answers with an empty body. */
export const emptyBody: HttpFault = ({ response }) => {
  replyJson(response, 200, '')
  return true
}

/** Answers a request with a JSON-RPC error of its own id, and with this status. */
export function errorWith(code: number, error: { readonly code: number; readonly message: string }): HttpFault {
  return ({ response, service, message }) => {
    if (message?.kind !== 'request') return false
    service.record(message.method)
    replyJson(response, code, JSON.stringify({ jsonrpc: '2.0', id: message.id, error }))
    return true
  }
}
