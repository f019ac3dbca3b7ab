import type { HttpFault } from '../scripted/remote/exchange.js'
import { beginStream, eventText, replyJson } from '../scripted/remote/replies.js'
import { textOf } from '../scripted/wire.js'

/** Takes the request and never answers. */
export const hang: HttpFault = ({ message, service, verb }) => {
  service.record(message?.method ?? verb)
  return true
}

/** Sends the head of a JSON response, then one space every 20 ms, for ever. */
export const drip: HttpFault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
  return true
}

/** Answers with one JSON body of `bytes` bytes. */
export function hugeBody(bytes: number): HttpFault {
  return ({ response, message }) => {
    if (message?.kind !== 'request') return false
    replyJson(response, 200, textOf({ id: message.id, result: longResult(bytes) }))
    return true
  }
}

/** Answers with one event of `bytes` bytes, in a stream. */
export function hugeEvent(bytes: number): HttpFault {
  return ({ response, message }) => {
    if (message?.kind !== 'request') return false
    beginStream(response)
    response.end(eventText(textOf({ id: message.id, result: longResult(bytes) })))
    return true
  }
}

/** A JSON body that never ends. */
export const endlessBody: HttpFault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"')
  const pour = (): void => {
    while (response.write('x'.repeat(65_536)));
  }
  response.on('drain', pour)
  pour()
  return true
}

/** A response with a repeated text, so that its size is its own and not that of the envelope. */
function longResult(bytes: number): Record<string, unknown> {
  return { content: [{ type: 'text', text: 'x'.repeat(bytes) }] }
}
