import { answer, type Answer } from './answers.js'
import { appendLine } from './faults.js'
import type { Outlet } from './outlet.js'
import { Session } from './session.js'
import type { Switches } from './switches.js'
import { asRecord, isRecord, type Notification, type Request } from './wire.js'

/** What the scripted server does about the messages of one client, over whatever transport they come. */
export class Script {
  readonly #switches: Switches
  readonly #outlet: Outlet
  readonly #session: Session
  readonly #asked = new Map<unknown, string>()

  constructor(switches: Switches, outlet: Outlet) {
    this.#switches = switches
    this.#outlet = outlet
    this.#session = new Session(outlet)
  }

  receive(message: Request | Notification): void {
    this.record(message.method)
    if (message.kind === 'request') this.#onRequest(message)
    else this.#onNotification(message)
  }

  /** A request was given up, by a notification or, in revision 2026-07-28 over HTTP, by letting go of its response. */
  cancel(id: unknown): void {
    const method = this.#asked.get(id)
    if (method === undefined) return
    // A client may do both.
    this.#asked.delete(id)
    this.record(`cancelled ${method}`)
    this.#session.stopReporting(id)
  }

  record(what: string): void {
    if (this.#switches.requests !== undefined) appendLine(this.#switches.requests, what)
  }

  #onRequest(request: Request): void {
    this.#asked.set(request.id, request.method)
    const { modern, script } = this.#switches
    const listens = request.method === 'subscriptions/listen' && modern && !('subscriptions/listen' in asRecord(script))
    if (listens) return this.#listen(request)
    this.#act(request, answer(request, this.#switches, this.#session.changed))
    if (request.method === 'tools/call') this.#afterCall()
  }

  #act(request: Request, decided: Answer): void {
    const isCall = request.method === 'tools/call'
    if (isCall) this.#onCall(request)
    switch (decided.kind) {
      case 'result':
      case 'error':
        if (!isCall || this.#switches.slowCallMs === 0) return this.#respond(request, decided)
        setTimeout(() => this.#respond(request, decided), this.#switches.slowCallMs)
        return
      case 'exit':
      case 'kill':
      case 'deafen':
        return this.#outlet.end(decided.kind)
      case 'hang':
        return this.#session.reportProgress(request, this.#switches.progressEveryMs)
      case 'silent':
        return
    }
  }

  #onCall({ params }: Request): void {
    const { calls, changeOnCall } = this.#switches
    if (calls !== undefined) appendLine(calls, String(params['name']))
    if (!changeOnCall) return
    this.#session.changed = true
    this.#session.announce(1)
  }

  #respond(request: Request, decided: Answer & { kind: 'result' | 'error' }): void {
    const { modern, interject, answerTwice } = this.#switches
    if (request.method === 'tools/call') for (const text of interject) this.#outlet.write(text, request)
    const response =
      decided.kind === 'error'
        ? { id: request.id, error: decided.error }
        : { id: request.id, result: modern ? complete(request, decided.result) : decided.result }
    for (let left = answerTwice ? 2 : 1; left > 0; left--) this.#outlet.send(response, request)
    this.#outlet.done(request)
  }

  #afterCall(): void {
    if (this.#switches.stormOnCall > 0) this.#session.storm(this.#switches.stormOnCall)
  }

  #onNotification({ method, params }: Notification): void {
    if (method === 'notifications/initialized') this.#session.announce(this.#switches.storm)
    if (method === 'notifications/cancelled') this.#onCancelled(params['requestId'])
  }

  #onCancelled(id: unknown): void {
    if (this.#switches.cancelLog !== undefined) appendLine(this.#switches.cancelLog, String(id))
    this.cancel(id)
  }

  #listen(request: Request): void {
    this.#session.subscription = request
    const { notifications } = request.params
    const params = { notifications, ...this.#session.tag() }
    this.#outlet.send({ method: 'notifications/subscriptions/acknowledged', params }, request)
    this.#session.announce(this.#switches.storm)
  }
}

// What revision 2026-07-28 requires of every result, unless the raw result says otherwise.
function complete({ method }: Request, result: unknown): unknown {
  const caching = method === 'tools/call' ? {} : { ttlMs: 0, cacheScope: 'private' }
  return isRecord(result) ? { resultType: 'complete', ...caching, ...result } : result
}
