import {
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
import { requestFailure } from './connection/failure.js'
import type { McpTool } from './discovery/tool.js'
import { asCallError, clientError, type McpClientError } from './errors.js'
import { Events, type McpListener } from './lifecycle/events.js'
import type { McpSnapshot } from './lifecycle/snapshot.js'
import { Status } from './lifecycle/status.js'
import { Logbook } from './logbook.js'
import { redactor } from './redaction.js'
import { harnessTool } from './registration/definition.js'
import { Instructions } from './registration/instructions.js'
import { reserveName } from './registration/reserved-names.js'
import { Toolset } from './registration/toolset.js'
import { ServerLink } from './server-link.js'
import type { ConnectOptions, McpServer } from './server.js'

/** One server composed of its rooms. It holds no logic of its own beyond who is told what. */
export class ManagedServer implements McpServer {
  readonly name: string
  readonly #config: ResolvedConfig
  readonly #options: ConnectOptions
  readonly #redact: ReturnType<typeof redactor>
  readonly #events = new Events()
  readonly #status: Status
  readonly #toolset: Toolset
  readonly #instructions: Instructions
  readonly #calls: CallParts
  readonly #documents: RequestDocuments
  readonly #link: ServerLink
  readonly #undo: (() => void)[] = []
  #closing: Promise<void> | undefined

  constructor(config: ResolvedConfig, options: ConnectOptions) {
    this.name = config.serverName
    this.#config = config
    this.#options = options
    this.#redact = redactor(config)
    this.#calls = this.#callParts()
    this.#documents = documentRequests(this.#calls)
    this.#toolset = new Toolset(
      this.name,
      (tool) => this.#register(tool),
      (error) => this.#trouble(error),
    )
    this.#status = new Status(this.name, this.#events, () => this.#toolset.tools.length)
    const logbook = new Logbook(this.name, this.#events, options.logger)
    const warn = (message: string): void => logbook.write('warning', message)
    this.#instructions = new Instructions(config, options.harness?.systemPrompt, warn)
    this.#reserve(options)
    try {
      this.#link = this.#openLink(warn)
    } catch (error) {
      this.#undoAll()
      throw error
    }
  }

  /** Settles with the first attempt, as `connectMcpServer` promises. */
  async started(): Promise<void> {
    const { signal = new AbortController().signal } = this.#options
    try {
      await abortable(this.#link.attempted(), signal)
    } catch {
      await this.close()
      throw clientError('aborted', { server: this.name, message: 'the start was cancelled', cause: signal.reason })
    }
    if (!this.#config.failOnStartupError || this.#config.disabled || this.#status.state === 'ready') return
    await this.close()
    throw this.#status.error ?? clientError('closed', { server: this.name, message: 'closed during the start' })
  }

  tools(): readonly McpTool[] {
    return this.#toolset.tools
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<McpOutcome> {
    const tool = this.#toolset.get(name)
    if (tool === undefined)
      return this.#refuse('unknown-tool', `there is no tool "${typeof name === 'string' ? plainLine(name, 128) : ''}"`)
    const parsed = parseArguments(args)
    if (!parsed.ok) return this.#refuse('protocol', parsed.reason)
    const { images, maxModelBytes } = { images: this.#options.images, maxModelBytes: this.#config.maxModelBytes }
    try {
      const raw = await callTool(this.#calls, tool, parsed.value, options)
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
    await this.#link.reconnect()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    // At once, not at the end: nothing can be called from now on.
    this.#status.closed()
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

  /** Every undo, the last registration first. One that throws is reported and keeps nothing of the others in place. */
  #undoAll(): void {
    for (const undo of this.#undo.splice(0).toReversed()) {
      try {
        undo()
      } catch (error) {
        this.#trouble(this.#readable(error))
      }
    }
  }

  #reserve({ harness, scope = harness }: ConnectOptions): void {
    if (scope !== undefined) this.#undo.push(reserveName(scope, this.name))
    try {
      const undo = harness?.resources?.register(this.name, { request: this.#documents })
      if (undo) this.#undo.push(undo)
    } catch (error) {
      this.#undoAll()
      throw error
    }
  }

  #openLink(warn: (message: string) => void): ServerLink {
    return new ServerLink({
      config: this.#config,
      redact: this.#redact,
      status: this.#status,
      transport: this.#options.transport,
      warn,
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

  #register(tool: McpTool): () => void {
    const { harness } = this.#options
    if (harness === undefined) return () => {}
    return harness.tools.register(
      harnessTool(harness, this.#config, tool, (current, args, { signal, callId }) =>
        callTool(this.#calls, current, args, { signal, callId }),
      ),
    )
  }

  #adopt(tools: readonly McpTool[]): void {
    const changes = this.#toolset.become(tools)
    if (changes) this.#events.emit({ type: 'tools', ...changes })
  }

  #trouble(error: McpClientError): void {
    this.#status.trouble(error)
    this.#events.emit({ type: 'log', level: 'error', message: error.message })
    this.#options.logger?.error(error.message)
  }

  #refuse(code: 'unknown-tool' | 'protocol', message: string): McpOutcome {
    return failureOutcome(new McpError(`${this.name}: ${message}`, { code, server: this.name }))
  }

  #readable(error: unknown): McpClientError {
    return requestFailure(error, { server: this.name, redact: this.#redact })
  }
}
