import type { JsonValue, McpOutcome } from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import { Asking } from './authorization/asking.js'
import { type Authorization, authorizationOf } from './authorization/authorization.js'
import type { Authorize } from './authorization/provider.js'
import { answer, type AnswerParts } from './calls/answer.js'
import type { CallOptions, CallParts } from './calls/calls.js'
import { documentRequests, type RequestDocuments, type Walk } from './calls/documents.js'
import { type PingOptions, pingServer } from './calls/ping.js'
import type { ResolvedConfig } from './config/schema.js'
import type { McpTool } from './discovery/tool.js'
import { clientError } from './errors.js'
import { firstAttempt } from './first-attempt.js'
import { Events, type McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'
import { Status } from './lifecycle/status.js'
import { Logbook } from './logbook.js'
import type { ConnectOptions } from './options.js'
import { type Redactor, redactor } from './redaction.js'
import { Offer } from './registration/offer.js'
import type { Reservation } from './registration/reserved-names.js'
import { Reports } from './reports.js'
import { ServerLink } from './server-link.js'
import type { McpServer } from './server.js'
import { UndoList } from './undo-list.js'

/** One server composed of its rooms. It holds no logic of its own beyond who is told what. */
export class ManagedServer implements McpServer {
  readonly name: string
  readonly #config: ResolvedConfig
  readonly #options: ConnectOptions
  readonly #reservation: Reservation
  readonly #redact: Redactor
  readonly #events = new Events()
  readonly #status: Status
  readonly #reports: Reports
  readonly #offer: Offer
  readonly #calls: CallParts
  readonly #answers: AnswerParts
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
    this.#status = new Status(this.name, this.#events, () => this.#offer.tools.length)
    this.#reports = this.#makeReports()
    this.#answers = this.#answerParts()
    const { warn, trouble } = this.#reports
    this.#offer = new Offer({ calls: this.#calls, harness: options.harness, warn, trouble })
    this.#undo.push(() => reservation.free())
    try {
      this.#authorization = authorizationOf(config, options.auth, this.#redact)
      this.#asking = this.#makeAsking()
      const undoDocuments = options.harness?.resources?.register(this.name, { request: this.#documents })
      if (undoDocuments) this.#undo.push(undoDocuments)
      this.#link = this.#openLink()
    } catch (error) {
      this.#undo.run(this.#reports.surprise)
      throw error
    }
    this.#announce()
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
    return this.#offer.tools
  }

  call(name: string, args: unknown, options?: CallOptions): Promise<McpOutcome> {
    return answer(this.#answers, { name, args, options: options ?? {} })
  }

  resource(request: McpResourceRequest, walk?: Walk): Promise<JsonValue> {
    return this.#documents(request, walk)
  }

  ping(options?: PingOptions): Promise<number> {
    return pingServer(this.#calls, options ?? {})
  }

  prompt(): string {
    return this.#offer.prompt
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
      () => this.#offer.instruct(''),
      () => this.#offer.adopt([]),
    )
    try {
      await this.#link.close()
    } finally {
      this.#undo.run(this.#reports.surprise)
    }
  }

  #announce(): void {
    const { harness } = this.#options
    try {
      const undo = harness?.announce?.(this)
      if (undo) this.#undo.push(undo)
    } catch (error) {
      this.#reports.surprise(error)
    }
  }

  #refuseClosed(): void {
    if (this.#closing)
      throw clientError('closed', { server: this.name, message: 'it is closed and cannot be connected again' })
  }

  #makeReports(): Reports {
    const { name: server } = this
    const [events, redact, { logger }] = [this.#events, this.#redact, this.#options]
    return new Reports({
      server,
      redact,
      status: this.#status,
      logbook: new Logbook({ server, events, logger, redact }),
    })
  }

  #makeAsking(): Asking {
    return new Asking({
      server: this.name,
      authorization: this.#authorization,
      person: this.#options.authorize,
      events: this.#events,
      state: () => this.#status.state,
      reconnect: () => this.#link.reconnect(),
      trouble: this.#reports.surprise,
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
      warn: this.#reports.warn,
      trouble: this.#reports.trouble,
      adopt: (tools) => this.#offer.adopt(tools),
      instruct: (instructions) => this.#offer.instruct(instructions),
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
        return this.#offer.tool(tool.name) ?? tool
      },
    }
  }

  #answerParts(): AnswerParts {
    return {
      calls: this.#calls,
      images: this.#options.images,
      closed: () => this.#closing !== undefined,
      tool: (name) => this.#offer.tool(name),
      snapshot: () => this.snapshot(),
      readable: this.#reports.readable,
    }
  }
}
