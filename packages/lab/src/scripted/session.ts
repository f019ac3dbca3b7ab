import type { Outlet } from './outlet.js'
import { asRecord, type Request } from './wire.js'

/** A storm blows in so many gusts, with so many milliseconds between them. */
const GUSTS = 10
const GUST_EVERY_MS = 30

/** What one request leaves behind for a later one. */
export class Session {
  /** The request that opened the subscription, which tags what is sent on it. */
  subscription: Request | undefined
  /** Whether the list is the one that `--tools-after` has. */
  changed = false
  readonly #outlet: Outlet
  readonly #reports = new Map<unknown, NodeJS.Timeout>()

  constructor(outlet: Outlet) {
    this.#outlet = outlet
  }

  announce(times: number): void {
    const message = { method: 'notifications/tools/list_changed', params: this.tag() }
    for (let i = 0; i < times; i++) this.#outlet.send(message, this.subscription)
  }

  /** Announces in gusts; the list changes just before the last one. */
  storm(times: number): void {
    let gust = 0
    const timer = setInterval(() => {
      gust += 1
      if (gust === GUSTS) {
        this.changed = true
        clearInterval(timer)
      }
      this.announce(times / GUSTS)
    }, GUST_EVERY_MS)
  }

  tag(): Record<string, unknown> {
    if (this.subscription === undefined) return {}
    return { _meta: { 'io.modelcontextprotocol/subscriptionId': this.subscription.id } }
  }

  reportProgress(request: Request, everyMs: number): void {
    const progressToken = asRecord(request.params['_meta'])['progressToken']
    if (everyMs === 0 || progressToken === undefined) return
    let progress = 0
    const report = (): void => {
      progress += 1
      this.#outlet.send({ method: 'notifications/progress', params: { progressToken, progress } }, request)
    }
    this.#reports.set(request.id, setInterval(report, everyMs).unref())
  }

  stopReporting(id: unknown): void {
    clearInterval(this.#reports.get(id))
  }
}
