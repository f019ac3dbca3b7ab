import type { CallOptions, ConnectOptions, McpEvent, McpOutcome, McpSnapshot, McpTool } from '@harness-mcp/client'
import type { McpResources } from '@harness-mcp/resources'

import type { ServerEntry } from '../config/entry.js'
import { sessionError } from '../errors.js'
import { DISABLED, type McpHealth } from '../health/health.js'
import type { ServerEvent } from '../listeners.js'
import type { SessionOAuth } from '../oauth/session-oauth.js'
import { Approvals } from '../permission/approvals.js'
import type { McpSessionSnapshot } from '../snapshot.js'
import { sameConnection, sameHealthCheck } from './difference.js'
import { ServerLife } from './life.js'
import type { Starts } from './starts.js'

/** What the servers of one session share. */
export interface SlotParts {
  readonly starts: Starts
  readonly options: Pick<ConnectOptions, 'harness' | 'images' | 'logger' | 'onElicitation'>
  readonly oauth: SessionOAuth
  readonly documents: McpResources
  readonly emit: (server: string, event: ServerEvent) => void
}

/** One name of the map: what is configured under it, and the life that its server has now, if any. */
export class ServerSlot {
  readonly name: string
  readonly approvals: Approvals
  readonly #parts: SlotParts
  #entry: ServerEntry
  #enabled: boolean
  #life: ServerLife | undefined
  #undoDocuments = (): void => {}
  #since = Date.now()
  /** The last state of health that was told. */
  #told: McpHealth['state'] = 'disabled'
  #released: Promise<void>

  /** `before` is the end of what ran under this name in an earlier slot. */
  constructor(entry: ServerEntry, before: Promise<void>, parts: SlotParts) {
    this.name = entry.name
    this.approvals = new Approvals(entry.alwaysAllow)
    this.#entry = entry
    this.#enabled = !entry.disabled
    this.#released = before
    this.#parts = parts
  }

  get entry(): ServerEntry {
    return this.#entry
  }

  /** Settles when nothing of an earlier life is left. */
  get released(): Promise<void> {
    return this.#released
  }

  /** Aborted when the present life is to end. */
  get ending(): AbortSignal | undefined {
    return this.#life?.ending
  }

  tools(): readonly McpTool[] {
    return this.#life?.tools() ?? []
  }

  prompt(): string {
    return this.#life?.prompt() ?? ''
  }

  snapshot(): McpSessionSnapshot {
    if (this.#life) return this.#withHealth(this.#life.snapshot())
    const [state, reason] = this.#enabled ? (['closed', 'disconnected'] as const) : (['disabled', 'disabled'] as const)
    return this.#withHealth({ server: this.name, state, reason, since: this.#since, attempt: 0, toolCount: 0 })
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<McpOutcome> {
    return this.#living().call(name, args, options)
  }

  /** The first attempt of an enabled server. Settles when it has ended, whatever its end. */
  async start(): Promise<void> {
    if (this.#enabled) await (this.#life ?? this.#open()).attempted
  }

  /** Serves a disabled server too. Settles when the attempt has ended, whatever its end. */
  async connect(): Promise<void> {
    const life = this.#liveable()
    await (life ? life.connect() : this.#open().attempted)
  }

  async reconnect(): Promise<void> {
    const life = this.#liveable()
    await (life ? life.reconnect() : this.#open().attempted)
  }

  /** Has a person authorize it. One without a life gets one first. */
  async authenticate(): Promise<void> {
    await (this.#liveable() ?? this.#open()).authenticate()
  }

  async setEnabled(on: boolean): Promise<void> {
    this.#enabled = on
    if (!on) return this.end()
    await (this.#life ?? this.#open()).attempted
  }

  /** Ends the life, and nothing brings it back by itself. Resolves when nothing of it is left. */
  end(): Promise<void> {
    const life = this.#life
    if (life === undefined) {
      this.#since = Date.now()
      return this.#released
    }
    const removed = life.tools().map(({ name }) => name)
    this.#life = undefined
    this.#since = Date.now()
    this.#undoDocuments()
    this.#released = life.end()
    this.#released.catch(() => {})
    if (removed.length > 0) this.#emit({ type: 'tools', added: [], removed, changed: [] })
    this.#emit({ type: 'state', snapshot: this.snapshot() })
    return this.#released
  }

  /** Takes on another configuration. Only a difference in how it is connected costs the connection. */
  become(entry: ServerEntry): Promise<void> {
    const before = this.#entry
    const lived = this.#life !== undefined
    this.#entry = entry
    if (entry.disabled !== before.disabled) this.#enabled = !entry.disabled
    if (!sameConnection(before, entry)) return this.#replace(this.#enabled || (lived && before.disabled))
    this.approvals.become(entry.alwaysAllow, this.tools())
    if (!sameHealthCheck(before, entry)) this.#checkAnew()
    if (entry.disabled === before.disabled) return Promise.resolve()
    return this.setEnabled(this.#enabled)
  }

  #checkAnew(): void {
    this.#life?.check(this.#entry.healthCheck)
    this.#tellHealth()
  }

  #replace(serve: boolean): Promise<void> {
    // Another server under an old name has none of the answers that were given for the old one.
    this.approvals.reset(this.#entry.alwaysAllow)
    const ended = this.end()
    return serve ? this.#open().attempted : ended
  }

  #open(): ServerLife {
    const { starts, options, oauth, documents } = this.#parts
    const life = new ServerLife({
      entry: this.#entry,
      starts,
      options,
      oauth,
      before: this.#released,
      emit: (event) => this.#note(event),
      checked: () => this.#tellHealth(),
    })
    this.#life = life
    this.#undoDocuments = documents.register(this.name, { request: (request, exec) => life.request(request, exec) })
    this.#emit({ type: 'state', snapshot: life.snapshot() })
    return life
  }

  /** The life, unless it is one that cannot connect any more. */
  #liveable(): ServerLife | undefined {
    if (this.#life?.over) void this.end().catch(() => {})
    return this.#life
  }

  #living(): ServerLife {
    if (this.#life) return this.#life
    const { state } = this.snapshot()
    throw sessionError('not-connected', { server: this.name, message: `not connected (${state})` })
  }

  #note(event: McpEvent): void {
    if (event.type === 'tools') this.approvals.see(this.tools())
    this.#emit(event)
  }

  #emit(event: McpEvent): void {
    const told = event.type === 'state' ? { ...event, snapshot: this.#withHealth(event.snapshot) } : event
    this.#parts.emit(this.name, told)
    this.#tellHealth()
  }

  #tellHealth(): void {
    const health = this.#health
    if (health.state === this.#told) return
    this.#told = health.state
    this.#parts.emit(this.name, { type: 'health', health })
  }

  #withHealth(snapshot: McpSnapshot): McpSessionSnapshot {
    return Object.freeze({ ...snapshot, health: this.#health })
  }

  get #health(): McpHealth {
    return this.#life?.health ?? DISABLED
  }
}
