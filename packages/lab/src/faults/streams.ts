import type { HttpFault } from '../scripted/remote/exchange.js'
import { beginStream, eventText } from '../scripted/remote/replies.js'
import { textOf, type Request } from '../scripted/wire.js'

/** Opens the response stream of a request and ends it, in good order, without the response. */
export const endedStream: HttpFault = ({ response, message, service }) => {
  if (message) service.record(message.method)
  beginStream(response)
  response.end(': bye\n\n')
  return true
}

/** Breaks the response stream of a request before the response. */
export const brokenStream: HttpFault = ({ response, message, service }) => {
  if (message) service.record(message.method)
  beginStream(response)
  response.write(': wait\n\n', () => response.destroy())
  return true
}

/** Breaks the connection instead of answering. */
export const brokenConnection: HttpFault = ({ response, message, service }) => {
  if (message) service.record(message.method)
  response.destroy()
  return true
}

/**
 * Ends the response stream after an event with an id, and gives the response to whoever asks for what came after it.
 * MCP specification 2025-11-25, basic/transports: resumability and redelivery.
 */
export function resumableStream(method: string, result: unknown): HttpFault {
  let waiting: Request | undefined
  return ({ response, message, headers, verb, service }) => {
    if (message?.kind === 'request' && message.method === method) {
      service.record(method)
      waiting = message
      beginStream(response)
      response.end(`id: before\nretry: 20\ndata: \n\n`)
      return true
    }
    if (verb !== 'GET' || headers['last-event-id'] !== 'before' || waiting === undefined) return false
    service.record('resumed')
    beginStream(response)
    response.end(eventText(textOf({ id: waiting.id, result }), { id: 'after' }))
    return true
  }
}

/** Never resumes: the stream that was ended after an event with an id is not known any more. */
export function lostStream(method: string): HttpFault {
  return ({ response, message, headers, verb, service }) => {
    if (message?.kind === 'request' && message.method === method) {
      service.record(method)
      beginStream(response)
      response.end(`id: before\nretry: 20\ndata: \n\n`)
      return true
    }
    if (verb !== 'GET' || headers['last-event-id'] !== 'before') return false
    service.record('asked to resume')
    response.writeHead(400).end()
    return true
  }
}

/** Opens the notification stream and drops it at once, every time. */
export const droppedNotifications: HttpFault = ({ response, service }) => {
  service.record('opened notifications')
  beginStream(response)
  response.end(': bye\n\n')
  return true
}

/** Gives the response, and leaves its stream open. */
export const unendedStream: HttpFault = ({ response, message, service }) => {
  if (message?.kind !== 'request') return false
  service.record(message.method)
  beginStream(response)
  response.write(eventText(textOf({ id: message.id, result: { content: [{ type: 'text', text: '{}' }] } })))
  return true
}

/** Gives each event in pieces of one byte, one every millisecond. */
export const drippedEvent: HttpFault = ({ response, message, service }) => {
  if (message?.kind !== 'request') return false
  service.record(message.method)
  beginStream(response)
  const bytes = [
    ...Buffer.from(eventText(textOf({ id: message.id, result: { content: [{ type: 'text', text: 'é' }] } }))),
  ]
  const timer = setInterval(() => {
    const next = bytes.shift()
    if (next !== undefined) return response.write(Buffer.of(next))
    clearInterval(timer)
    response.end()
  }, 1)
  response.once('close', () => clearInterval(timer))
  return true
}
