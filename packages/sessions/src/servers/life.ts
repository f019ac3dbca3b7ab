import {
  type CallOptions,
  connectMcpServer,
  type ConnectOptions,
  type McpClientCode,
  McpError,
  type McpEvent,
  type McpOutcome,
  type McpServer,
  type McpSnapshot,
  type McpTool,
  type Walk,
} from '@harness-mcp/client'
import type { JsonValue } from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import type { ServerEntry } from '../config/entry.js'
import { reasonOf, sessionError } from '../errors.js'
import { DISABLED, type McpHealth } from '../health/health.js'
import { HealthMonitor } from '../health/monitor.js'
import { OpenQuestions } from '../health/open-questions.js'
import type { HealthCheck } from '../health/settings.js'
import { withPerson } from '../oauth/person.js'
import type { SessionAuthProvider } from '../oauth/provider.js'
import type { SessionOAuth } from '../oauth/session-oauth.js'
import type { Starts } from './starts.js'

export interface LifeParts {
  readonly entry: ServerEntry
  readonly starts: Starts
  readonly options: Pick<ConnectOptions, 'harness' | 'images' | 'logger' | 'onElicitation'>
  readonly oauth: SessionOAuth
  /** The end of what ran under this name before: there are never two processes of one server. */
  readonly before: Promise<void>
  readonly emit: (event: McpEvent) => void
  /** Told after each check of its health. */
  readonly checked: () => void
}

const NO_TOOLS: readonly McpTool[] = Object.freeze([])

/** One client of one server, from its first attempt until everything of it is released. */
export class ServerLife {
  /** Settles when the first attempt has ended, whatever its end. Never rejects. */
  readonly attempted: Promise<void>
  readonly #parts: LifeParts
  readonly #stop = new AbortController()
  readonly #since = Date.now()
  readonly #questions = new OpenQuestions()
  #server: McpServer | undefined
  #auth: SessionAuthProvider | undefined
  #authenticating: Promise<void> | undefined
  #failure: StartFailure | undefined
  #monitor: HealthMonitor | undefined
  #unsubscribe = (): void => {}

  constructor(parts: LifeParts) {
    this.#parts = parts
    this.check(parts.entry.healthCheck)
    this.attempted = this.#start()
  }

  /** Aborted as soon as this life is to end. */
  get ending(): AbortSignal {
    return this.#stop.signal
  }

  /** Only a new life can connect: it could not even be tried, or its handle was closed by somebody else. */
  get over(): boolean {
    return this.#failure !== undefined || this.#server?.snapshot().state === 'closed'
  }

  get health(): McpHealth {
    return this.#monitor?.health ?? DISABLED
  }

  /** Checks its health in this way from now on. */
  check(settings: HealthCheck): void {
    this.#monitor?.stop()
    this.#monitor = settings.enabled ? this.#monitorWith(settings) : undefined
    this.#monitor?.follow(this.snapshot().state)
  }

  tools(): readonly McpTool[] {
    return this.#server?.tools() ?? NO_TOOLS
  }

  prompt(): string {
    return this.#server?.prompt() ?? ''
  }

  snapshot(): McpSnapshot {
    if (this.#server) return this.#server.snapshot()
    const { name: server } = this.#parts.entry
    const common = { server, since: this.#since, attempt: 1, toolCount: 0 }
    if (!this.#failure) return Object.freeze({ ...common, state: 'connecting', reason: '' })
    const { code, reason } = this.#failure
    const lastError = { code, message: `${server}: ${reason}` }
    return Object.freeze({ ...common, state: 'failed', reason, lastError })
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<McpOutcome> {
    return this.#live().call(name, args, options)
  }

  async request(request: McpResourceRequest, walk: Walk): Promise<JsonValue> {
    return this.#live().resource(request, walk)
  }

  /** Joins the attempt under way, or makes one now. Does nothing while it is connected. */
  async connect(): Promise<void> {
    if (this.#server === undefined) return this.attempted
    if (this.#server.snapshot().state !== 'ready') await this.#server.reconnect()
  }

  /** Connects anew now; joins an attempt under way. */
  async reconnect(): Promise<void> {
    if (this.#server === undefined) return this.attempted
    await this.#server.reconnect()
  }

  /** Has a person authorize the use of the server, or joins who does already, and connects anew. */
  async authenticate(): Promise<void> {
    await this.attempted
    const server = this.#live()
    const auth = this.#auth
    if (auth === undefined) {
      const message =
        'OAuth does not apply to it: it is local, oauth.enabled is false, or it has an Authorization header'
      throw sessionError('invalid-config', { server: server.name, message })
    }
    const { openUrl } = this.#parts.oauth
    this.#authenticating ??= withPerson({ server: server.name, provider: auth, openUrl }, (person) =>
      server.authorize(person),
    ).finally(() => (this.#authenticating = undefined))
    await this.#authenticating
  }

  /** Resolves when nothing of it is left. Rejects when a process could not be ended. */
  async end(): Promise<void> {
    this.#stop.abort(new Error('the server was disconnected'))
    this.#unsubscribe()
    this.#monitor?.stop()
    await this.attempted
    await this.#server?.close()
    // What could not be ended stays in the way of every later life.
    await this.#parts.before
  }

  async #start(): Promise<void> {
    const { entry, starts, options, oauth, before } = this.#parts
    const { signal } = this.#stop
    const given = entry.handle && { transport: entry.handle.connect }
    try {
      await before
      this.#auth = await oauth.providerOf(entry)
      const onElicitation = options.onElicitation && this.#questions.counted(options.onElicitation)
      const client = { ...options, ...given, auth: this.#auth, signal, onElicitation }
      const server = await starts.run(() => connectMcpServer(entry.config, client), signal)
      this.#attach(server)
    } catch (error) {
      this.#failure = startFailure(error, entry.name)
      if (!signal.aborted) this.#note({ type: 'state', snapshot: this.snapshot() })
    }
  }

  #attach(server: McpServer): void {
    this.#server = server
    if (this.#stop.signal.aborted) return
    this.#unsubscribe = server.subscribe((event) => this.#note(event))
    // Nobody could subscribe before: these events stand for what the first attempt came to.
    const added = server.tools().map(({ name }) => name)
    if (added.length > 0) this.#parts.emit({ type: 'tools', added, removed: [], changed: [] })
    this.#note({ type: 'state', snapshot: server.snapshot() })
  }

  #note(event: McpEvent): void {
    if (event.type === 'state') this.#monitor?.follow(event.snapshot.state)
    this.#parts.emit(event)
  }

  #monitorWith(settings: HealthCheck): HealthMonitor {
    const { entry, checked } = this.#parts
    return new HealthMonitor({
      server: {
        name: entry.name,
        ping: async (options) => this.#live().ping(options),
        reconnect: () => this.reconnect(),
      },
      settings,
      reconnects: entry.config.reconnect?.enabled !== false,
      isAsking: () => this.#questions.any,
      changed: checked,
      warn: (message) => this.#warn(message),
    })
  }

  /** Whoever gave the logger answers for what it throws, or rejects with. */
  #warn(message: string): void {
    Promise.resolve(message)
      .then((text) => this.#parts.options.logger?.warn(text))
      .catch(() => {})
  }

  #live(): McpServer {
    if (this.#server) return this.#server
    const { state, reason } = this.snapshot()
    const message = `not connected (${state}${reason && `: ${reason}`})`
    throw sessionError('not-connected', { server: this.#parts.entry.name, message })
  }
}

interface StartFailure {
  readonly code: McpClientCode
  readonly reason: string
}

function startFailure(error: unknown, server: string): StartFailure {
  const reason = reasonOf(error, server)
  const code: unknown = error instanceof McpError ? error.code : undefined
  return { code: code === 'invalid-config' || code === 'undead' ? code : 'start-failed', reason }
}
