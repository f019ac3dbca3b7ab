import {
  createMcpToolDefinition,
  failureOutcome,
  type JsonValue,
  McpError,
  type McpOutcome,
  parseArguments,
  plainLine,
  projectResult,
} from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import { abortable } from './abort.js'
import { type CallOptions, type CallParts, callTool } from './calls/calls.js'
import { documentRequests, type RequestDocuments, type Walk } from './calls/documents.js'
import type { ResolvedConfig } from './config/schema.js'
import type { Connection } from './connection/connection.js'
import { requestFailure } from './connection/failure.js'
import { openConnection } from './connection/open.js'
import { Discovery } from './discovery/discovery.js'
import type { McpTool } from './discovery/tool.js'
import { asCallError, clientError, type McpClientError } from './errors.js'
import { Events, type McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'
import { Status } from './lifecycle/status.js'
import { Supervisor } from './lifecycle/supervisor.js'
import { Logbook } from './logbook.js'
import { type Redactor, redactor } from './redaction.js'
import type { McpHarness } from './registration/harness.js'
import { Instructions } from './registration/instructions.js'
import { reserveName } from './registration/reserved-names.js'
import { Toolset } from './registration/toolset.js'
import type { ConnectOptions, McpServer } from './server.js'

/** One server composed of its rooms. It holds no logic of its own beyond who is told what. */
export class ManagedServer implements McpServer {
  readonly name: string
  readonly #config: ResolvedConfig
  readonly #options: ConnectOptions
  readonly #redact: Redactor
  readonly #events = new Events()
  readonly #status: Status
  readonly #toolset: Toolset
  readonly #instructions: Instructions
  readonly #parts: CallParts
  readonly #documents: RequestDocuments
  readonly #supervisor: Supervisor | undefined
  readonly #undo: (() => void)[] = []
  #closing: Promise<void> | undefined

  constructor(config: ResolvedConfig, options: ConnectOptions) {
    this.name = config.serverName
    this.#config = config
    this.#options = options
    this.#redact = redactor(config)
    this.#parts = { config, events: this.#events, live: () => this.#live() }
    this.#documents = documentRequests(this.#parts)
    this.#toolset = new Toolset(this.name, (tool) => this.#register(tool))
    this.#status = new Status(this.name, this.#events, () => this.#toolset.tools.length)
    const logbook = new Logbook(this.name, this.#events, options.logger)
    const warn = (message: string): void => logbook.write('warning', message)
    this.#instructions = new Instructions(config, options.harness?.systemPrompt, warn)
    this.#reserve(options)
    this.#supervisor = config.disabled ? undefined : this.#supervise(warn)
  }

  /** Settles with the first attempt, as `connectMcpServer` promises. */
  async started(): Promise<void> {
    if (this.#supervisor === undefined) return
    const { signal = new AbortController().signal } = this.#options
    try {
      await abortable(this.#supervisor.attempted, signal)
    } catch {
      await this.close()
      throw clientError('aborted', { server: this.name, message: 'the start was cancelled', cause: signal.reason })
    }
    if (!this.#config.failOnStartupError || this.#status.state === 'ready') return
    await this.close()
    throw this.#status.error ?? clientError('closed', { server: this.name, message: 'closed during the start' })
  }

  tools(): readonly McpTool[] {
    return this.#toolset.tools
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<McpOutcome> {
    const tool = this.#toolset.get(name)
    if (tool === undefined) return this.#refuse('unknown-tool', `there is no tool "${plainLine(name, 128)}"`)
    const parsed = parseArguments(args)
    if (!parsed.ok) return this.#refuse('protocol', parsed.reason)
    const { images, maxModelBytes } = { images: this.#options.images, maxModelBytes: this.#config.maxModelBytes }
    try {
      const raw = await callTool(this.#parts, tool, parsed.value, options)
      return projectResult(raw, {
        ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema }),
        ...(images !== undefined && { images }),
        ...(maxModelBytes !== undefined && { maxModelBytes }),
      })
    } catch (error) {
      const failure = asCallError(this.#readable(error))
      if (failure.code === 'aborted') throw failure
      return failureOutcome(failure)
    }
  }

  resource(request: McpResourceRequest, walk?: Walk): Promise<JsonValue> {
    return this.#documents(request, walk)
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
    if (this.#closing)
      throw clientError('closed', { server: this.name, message: 'it is closed and cannot be connected again' })
    if (!this.#supervisor)
      throw clientError('closed', { server: this.name, message: 'it is disabled in its configuration' })
    await this.#supervisor.reconnect()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    // At once, not at the end: nothing can be called from now on.
    this.#status.closed()
    try {
      await this.#supervisor?.close()
    } finally {
      this.#withdraw()
      for (const undo of this.#undo.toReversed()) undo()
    }
  }

  #reserve({ harness, scope = harness }: ConnectOptions): void {
    if (scope !== undefined) this.#undo.push(reserveName(scope, this.name))
    try {
      const undo = harness?.resources?.register(this.name, { request: this.#documents })
      if (undo) this.#undo.push(undo)
    } catch (error) {
      for (const undo of this.#undo) undo()
      throw error
    }
  }

  #supervise(warn: (message: string) => void): Supervisor {
    const config = this.#config
    const redact = this.#redact
    const discovery = new Discovery({
      config,
      redact,
      warn,
      adopt: (tools) => this.#adopt(tools),
      trouble: (error) => this.#trouble(error),
    })
    return new Supervisor({
      config,
      redact,
      status: this.#status,
      open: (signal, hint) =>
        openConnection({ config, redact, signal, hint, warn, transport: this.#options.transport }),
      prepare: async (connection, signals) => {
        await discovery.begin(connection, signals)
        this.#instructions.become(connection.instructions)
      },
      giveUp: () => {
        discovery.forget()
        this.#withdraw()
      },
    })
  }

  #register(tool: McpTool): () => void {
    const { harness } = this.#options
    if (harness === undefined) return () => {}
    return harness.tools.register({ ...this.#definition(tool, harness), mcp: tool })
  }

  #definition(tool: McpTool, harness: McpHarness): ReturnType<typeof createMcpToolDefinition> {
    const host = { get: (service: string) => harness.get?.(service) }
    const { maxModelBytes } = this.#config
    return createMcpToolDefinition(host, {
      name: tool.name,
      rawName: tool.rawName,
      server: this.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: { readOnlyHint: tool.untrustedHints.readOnly },
      ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema }),
      ...(maxModelBytes !== undefined && { maxModelBytes }),
      call: (args, { signal, callId }) => callTool(this.#parts, tool, args, { signal, callId }),
    })
  }

  #adopt(tools: readonly McpTool[]): void {
    const changes = this.#toolset.become(tools)
    if (changes) this.#events.emit({ type: 'tools', ...changes })
  }

  #withdraw(): void {
    this.#adopt([])
    this.#instructions.become('')
  }

  #trouble(error: McpClientError): void {
    this.#status.trouble(error)
    this.#events.emit({ type: 'log', level: 'error', message: error.message })
    this.#options.logger?.error(error.message)
  }

  #live(): Connection {
    const connection = this.#supervisor?.connection
    if (connection) return connection
    const { state, reason, nextAttemptAt } = this.#status.snapshot()
    const when = nextAttemptAt
      ? `; the next attempt is in ${Math.max(0, Math.ceil((nextAttemptAt - Date.now()) / 1000))} s`
      : ''
    const message = `not connected (${state}${reason && `: ${reason}`})${when}`
    throw clientError(state === 'auth-required' ? 'auth-required' : 'not-connected', { server: this.name, message })
  }

  #refuse(code: 'unknown-tool' | 'protocol', message: string): McpOutcome {
    return failureOutcome(new McpError(`${this.name}: ${message}`, { code, server: this.name }))
  }

  #readable(error: unknown): McpClientError {
    return requestFailure(error, { server: this.name, redact: this.#redact })
  }
}
