import {
  failureOutcome,
  type JsonValue,
  McpError,
  type McpOutcome,
  parseArguments,
  plainLine,
} from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import { Asking } from './authorization/asking.js'
import { type Authorization, authorizationOf } from './authorization/authorization.js'
import type { Authorize } from './authorization/provider.js'
import { type CallOptions, type CallParts, callTool } from './calls/calls.js'
import { documentRequests, type RequestDocuments, type Walk } from './calls/documents.js'
import { outcomeOf } from './calls/outcome.js'
import { type PingOptions, pingServer } from './calls/ping.js'
import type { ResolvedConfig } from './config/schema.js'
import { requestFailure } from './connection/failure.js'
import type { McpTool } from './discovery/tool.js'
import { asCallError, clientError, type McpClientError } from './errors.js'
import { firstAttempt } from './first-attempt.js'
import { Events, type McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'
import { Status } from './lifecycle/status.js'
import { Logbook } from './logbook.js'
import { redactor } from './redaction.js'
import { toolRegistrar } from './registration/definition.js'
import { Instructions } from './registration/instructions.js'
import type { Reservation } from './registration/reserved-names.js'
import { Toolset } from './registration/toolset.js'
import { ServerLink } from './server-link.js'
import type { ConnectOptions, McpServer } from './server.js'
import { UndoList } from './undo-list.js'

/** One server composed of its rooms. It holds no logic of its own beyond who is told what. */
export class ManagedServer implements McpServer {
  readonly name: string
  readonly #config: ResolvedConfig
  readonly #options: ConnectOptions
  readonly #reservation: Reservation
  readonly #redact: ReturnType<typeof redactor>
  readonly #events = new Events()
  readonly #status: Status
  readonly #logbook: Logbook
  readonly #toolset: Toolset
  readonly #instructions: Instructions
  readonly #calls: CallParts
  readonly #documents: RequestDocuments
  readonly #link: ServerLink
  readonly #authorization: Authorization | undefined
  readonly #asking: Asking
  readonly #undo = new UndoList()
  #closing: Promise<void> | undefined

  /** The name is the server's from here on, and free again after its close, or when this throws. */
  constructor(config: ResolvedConfig, options: ConnectOptions, reservation: Reservation) {
    this.name = config.serverName
    this.#config = config
    this.#options = options
    this.#reservation = reservation
    this.#redact = redactor(config)
    this.#calls = this.#callParts()
    this.#documents = documentRequests(this.#calls)
    this.#toolset = this.#makeToolset()
    this.#status = new Status(this.name, this.#events, () => this.#toolset.tools.length)
    this.#logbook = new Logbook({
      server: this.name,
      events: this.#events,
      logger: options.logger,
      redact: this.#redact,
    })
    this.#instructions = new Instructions(config, options.harness?.systemPrompt, (message) => this.#warn(message))
    this.#undo.push(() => reservation.free())
    try {
      this.#authorization = authorizationOf(config, options.auth, this.#redact)
      this.#asking = this.#makeAsking()
      const undoDocuments = options.harness?.resources?.register(this.name, { request: this.#documents })
      if (undoDocuments) this.#undo.push(undoDocuments)
      this.#link = this.#openLink()
    } catch (error) {
      this.#undoAll()
      throw error
    }
  }

  /** Settles with the first attempt, as `connectMcpServer` promises. */
  started(): Promise<void> {
    return firstAttempt({
      config: this.#config,
      status: this.#status,
      signal: this.#options.signal,
      // Whoever is asked for an authorization by the first attempt belongs to it.
      attempted: () => this.#link.attempted().then(() => this.#asking.settled()),
      close: () => this.close(),
    })
  }

  tools(): readonly McpTool[] {
    return this.#toolset.tools
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<McpOutcome> {
    // Not that the tool is unknown: it may be there until the close is through.
    if (this.#closing) return this.#refuse('not-connected', 'not connected (closed)')
    const tool = this.#toolset.get(name)
    if (tool === undefined)
      return this.#refuse('unknown-tool', `there is no tool "${typeof name === 'string' ? plainLine(name, 128) : ''}"`)
    const parsed = parseArguments(args)
    if (!parsed.ok) return this.#refuse('protocol', parsed.reason)
    try {
      const raw = await callTool(this.#calls, tool, parsed.value, options)
      return outcomeOf(raw, tool, { images: this.#options.images, maxModelBytes: this.#config.maxModelBytes })
    } catch (error) {
      const failure = asCallError(this.#readable(error))
      if (failure.code === 'aborted') throw failure
      return failureOutcome(failure)
    }
  }

  resource(request: McpResourceRequest, walk?: Walk): Promise<JsonValue> {
    return this.#documents(request, walk)
  }

  ping(options: PingOptions = {}): Promise<number> {
    return pingServer(this.#calls, options)
  }

  prompt(): string {
    return this.#instructions.text
  }

  snapshot(): McpSnapshot {
    return this.#status.snapshot()
  }

  subscribe(listener: McpListener): () => void {
    return this.#events.subscribe(listener)
  }

  async reconnect(): Promise<void> {
    this.#refuseClosed()
    await this.#link.reconnect()
  }

  async authorize(person?: Authorize): Promise<void> {
    this.#refuseClosed()
    await this.#asking.ask(person)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    // After that: a listener of `closed` may close too, and joins this end.
    this.#status.closed()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#reservation.leave()
    this.#asking.close()
    this.#undo.push(
      () => this.#instructions.become(''),
      () => this.#adopt([]),
    )
    try {
      await this.#link.close()
    } finally {
      this.#undoAll()
    }
  }

  #undoAll(): void {
    this.#undo.run((error) => this.#trouble(this.#readable(error)))
  }

  #refuseClosed(): void {
    if (this.#closing)
      throw clientError('closed', { server: this.name, message: 'it is closed and cannot be connected again' })
  }

  #makeAsking(): Asking {
    return new Asking({
      server: this.name,
      authorization: this.#authorization,
      person: this.#options.authorize,
      events: this.#events,
      state: () => this.#status.state,
      reconnect: () => this.#link.reconnect(),
      trouble: (error) => this.#trouble(this.#readable(error)),
    })
  }

  #makeToolset(): Toolset {
    return new Toolset({
      server: this.name,
      register: toolRegistrar(this.#options.harness, this.#calls),
      redact: this.#redact,
      report: (error) => this.#trouble(error),
    })
  }

  #openLink(): ServerLink {
    return new ServerLink({
      config: this.#config,
      redact: this.#redact,
      status: this.#status,
      transport: this.#options.transport,
      authorization: this.#authorization,
      onElicitation: this.#options.onElicitation,
      warn: (message) => this.#warn(message),
      trouble: (error) => this.#trouble(error),
      adopt: (tools) => this.#adopt(tools),
      instruct: (instructions) => this.#instructions.become(instructions),
    })
  }

  #callParts(): CallParts {
    return {
      config: this.#config,
      redact: this.#redact,
      events: this.#events,
      live: () => this.#link.live(),
      connection: () => this.#link.connection,
      attempted: () => this.#link.attempted(),
      rediscover: async (tool) => {
        await this.#link.rediscover()
        return this.#toolset.get(tool.name) ?? tool
      },
    }
  }

  #adopt(tools: readonly McpTool[]): void {
    const { changes, refusal } = this.#toolset.become(tools)
    if (changes) this.#events.emit({ type: 'tools', ...changes })
    if (refusal) throw refusal
  }

  #trouble(error: McpClientError): void {
    this.#status.trouble(error)
    this.#logbook.writeError(error)
  }

  #warn(message: string): void {
    this.#logbook.write('warning', message)
  }

  #refuse(code: 'unknown-tool' | 'protocol' | 'not-connected', message: string): McpOutcome {
    return failureOutcome(new McpError(`${this.name}: ${message}`, { code, server: this.name }))
  }

  #readable(error: unknown): McpClientError {
    return requestFailure(error, { server: this.name, redact: this.#redact })
  }
}
