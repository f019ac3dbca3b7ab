import type { ServerResponse } from 'node:http'
import type { Outlet } from '../outlet.js'
import { textOf, type Request } from '../wire.js'
import type { Service } from './exchange.js'
import { beginStream, eventText, replyJson } from './replies.js'

/**
 * Streamable HTTP: what belongs to a request goes to the response of its POST, the rest to the stream that a GET opened.
 * Calls and subscriptions are answered with an event stream, everything else with JSON.
 */
export class HttpOutlet implements Outlet {
  /** Where notifications go. */
  stream: ServerResponse | undefined
  readonly #service: Service
  readonly #open = new Map<Request, { response: ServerResponse; headers: Record<string, string> }>()

  constructor(service: Service) {
    this.#service = service
  }

  /** From now on `response` takes what is sent about `request`. */
  open(request: Request, response: ServerResponse, headers: Record<string, string>): void {
    this.#open.set(request, { response, headers })
    if (isStreamed(request)) beginStream(response, headers)
    response.once('close', () => this.#open.delete(request))
  }

  send(message: Record<string, unknown>, about?: Request): void {
    this.write(textOf(message), about)
  }

  write(text: string, about?: Request): void {
    if (about === undefined) return void this.stream?.write(eventText(text))
    const { response, headers } = this.#open.get(about) ?? {}
    if (response === undefined || response.writableEnded) return
    if (isStreamed(about)) response.write(eventText(text))
    else replyJson(response, 200, text, headers)
  }

  done(about: Request): void {
    this.#open.get(about)?.response.end()
  }

  end(): void {
    this.#service.forgetSessions()
    this.#service.breakConnections()
  }
}

function isStreamed({ method }: Request): boolean {
  return method === 'tools/call' || method === 'subscriptions/listen'
}
