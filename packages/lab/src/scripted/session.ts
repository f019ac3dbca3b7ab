import { asRecord, send, type Request } from './wire.js'

/** What one request leaves behind for a later one. */
export class Session {
  /** The request that opened the subscription, which tags what is sent on it. */
  subscription: string | number | undefined
  readonly #reports = new Map<unknown, NodeJS.Timeout>()

  announce(times: number): void {
    for (let i = 0; i < times; i++) send({ method: 'notifications/tools/list_changed', params: this.tag() })
  }

  tag(): Record<string, unknown> {
    if (this.subscription === undefined) return {}
    return { _meta: { 'io.modelcontextprotocol/subscriptionId': this.subscription } }
  }

  reportProgress({ id, params }: Request, everyMs: number): void {
    const progressToken = asRecord(params['_meta'])['progressToken']
    if (everyMs === 0 || progressToken === undefined) return
    let progress = 0
    const report = (): void => {
      progress += 1
      send({ method: 'notifications/progress', params: { progressToken, progress } })
    }
    this.#reports.set(id, setInterval(report, everyMs).unref())
  }

  stopReporting(id: unknown): void {
    clearInterval(this.#reports.get(id))
  }
}
