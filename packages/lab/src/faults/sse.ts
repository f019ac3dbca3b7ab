import type { HttpFault } from '../scripted/remote/exchange.js'
import { beginStream, eventText } from '../scripted/remote/replies.js'

/** Opens the stream and never says where to post. */
export const noEndpoint: HttpFault = ({ response }) => {
  beginStream(response)
  response.write(': welcome\n\n')
  return true
}

/** Opens the stream and names an endpoint that is none of its own. */
export function endpointAt(url: string): HttpFault {
  return ({ response }) => {
    beginStream(response)
    response.write(eventText(url, { type: 'endpoint' }))
    return true
  }
}

/** Takes a posted message, and drops it. */
export const swallowed: HttpFault = ({ response, message, service }) => {
  if (message) service.record(message.method)
  response.writeHead(202).end('Accepted')
  return true
}
