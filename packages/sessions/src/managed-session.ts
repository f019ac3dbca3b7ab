import { type CallOptions, type McpHarness, type McpOutcome, type McpSnapshot, type McpTool } from '@harness-mcp/client'
import { createMcpResources, type McpResourceRequest } from '@harness-mcp/resources'
import { type JsonObject, type JsonValue, onAbort, parseArguments, plainLine } from '@harness-mcp/result-adapter'

import { type McpServerStatus, type McpToolInfo, serverStatus, toolInfo } from './agent-sdk.js'
import type { ParsedOptions } from './config/options.js'
import { sessionError } from './errors.js'
import { failureOf } from './failure.js'
import { Listeners, type McpSessionListener, type ServerEvent } from './listeners.js'
import { SessionOAuth } from './oauth/session-oauth.js'
import { admit, type GatedCall } from './permission/gate.js'
import { guardedHarness } from './permission/guarded-harness.js'
import { Roster } from './servers/roster.js'
import type { McpSession, ResourceOptions, SetServersResult } from './session.js'
import type { McpSessionSnapshot } from './snapshot.js'
import { byName, isServerTool, type SessionTool, Toolbox } from './tools/toolbox.js'
import { unknownTool } from './tools/unknown-tool.js'

/** Many servers composed of their rooms. It holds no logic of its own beyond who is asked and who is told. */
export class ManagedSession implements McpSession {
  readonly #options: ParsedOptions
  readonly #documents = createMcpResources()
  readonly #listeners = new Listeners()
  readonly #roster: Roster
  readonly #toolbox: Toolbox
  #documentTools = this.#documents.tools()
  #closing: Promise<void> | undefined

  constructor(options: ParsedOptions) {
    this.#options = options
    this.#toolbox = new Toolbox(() => [
      this.#documents.tools(),
      ...[...this.#roster.slots.values()].map((slot) => slot.tools()),
    ])
    const { harness, images, logger, onElicitation } = options
    this.#roster = new Roster({
      options: { ...(harness && { harness: this.#guarded(harness) }), images, logger, onElicitation },
      oauth: new SessionOAuth(options),
      documents: this.#documents,
      emit: (server, event) => this.#tell(server, event),
    })
  }

  /** Starts everything, and settles as `createMcpSession` promises. */
  async started(): Promise<void> {
    const { signal, startup, entries } = this.#options
    if (signal?.aborted) throw givenUp(signal)
    const giveUp = (): void => void this.close().catch(() => {})
    const undo = signal && onAbort(signal, giveUp)
    const attempts = this.#roster.begin(entries).finally(undo)
    if (startup === 'background') return
    await attempts
    if (!signal?.aborted) return
    await this.close()
    throw givenUp(signal)
  }

  tools(): readonly SessionTool[] {
    return this.#toolbox.tools
  }

  async call(name: string, args: unknown, given?: CallOptions): Promise<McpOutcome> {
    const tool = this.#toolbox.get(name)
    const options = given ?? {}
    try {
      if (tool === undefined) throw this.#unknownTool(name)
      return await (isServerTool(tool)
        ? this.#callServer(tool, args, options)
        : this.#callDocuments(name, args, options))
    } catch (error) {
      return failureOf(error)
    }
  }

  async resource(server: string, request: McpResourceRequest, options?: ResourceOptions): Promise<JsonValue> {
    const slot = this.#roster.get(server)
    const signal = options?.signal ?? new AbortController().signal
    if (signal.aborted) throw cancelled(server, signal)
    if (slot.ending === undefined) throw notConnected(slot.snapshot())
    try {
      return await this.#documents.request(server, request, { signal })
    } catch (error) {
      throw signal.aborted ? cancelled(server, signal) : error
    }
  }

  prompt(): string {
    const servers = [...this.#roster.slots.values()].toSorted(byName)
    return [this.#documents.prompt(), ...servers.map((slot) => slot.prompt())]
      .filter((text) => text !== '')
      .join('\n\n')
  }

  status(): readonly McpSessionSnapshot[] {
    return [...this.#roster.slots.values()].map((slot) => slot.snapshot())
  }

  subscribe(listener: McpSessionListener): () => void {
    return this.#listeners.add(listener)
  }

  needsPermission(name: string): boolean {
    const tool = this.#toolbox.get(name)
    if (tool === undefined) return true
    return isServerTool(tool) && !this.#roster.get(tool.server).approvals.allows(tool)
  }

  async connect(server: string): Promise<void> {
    await this.#open(server).connect()
  }

  async disconnect(server: string): Promise<void> {
    await this.#roster.get(server).end()
  }

  async reconnect(server: string): Promise<void> {
    await this.#open(server).reconnect()
  }

  async setEnabled(server: string, on: boolean): Promise<void> {
    await this.#open(server).setEnabled(on)
  }

  async authenticate(server: string): Promise<void> {
    await this.#open(server).authenticate()
  }

  async setServers(mcpServers: unknown): Promise<SetServersResult> {
    this.#refuseClosed()
    // Not at once: a listener may ask for this in the middle of another change.
    await Promise.resolve()
    this.#refuseClosed()
    return this.#roster.become(mcpServers, { wait: this.#options.startup !== 'background' })
  }

  close(): Promise<void> {
    this.#closing ??= this.#roster.close()
    return this.#closing
  }

  async mcpServerStatus(): Promise<McpServerStatus[]> {
    return [...this.#roster.slots.values()].map((slot) => serverStatus(slot.snapshot(), slot.tools()))
  }

  async mcpListTools(): Promise<McpToolInfo[]> {
    return this.tools().filter(isServerTool).map(toolInfo)
  }

  mcpConnect(server: string): Promise<void> {
    return this.connect(server)
  }

  mcpDisconnect(server: string): Promise<void> {
    return this.disconnect(server)
  }

  mcpReconnect(server: string): Promise<void> {
    return this.reconnect(server)
  }

  async #callServer(tool: McpTool, args: unknown, options: CallOptions): Promise<McpOutcome> {
    const slot = this.#roster.get(tool.server)
    const parsed = parseArguments(args)
    if (!parsed.ok) throw sessionError('protocol', { server: tool.server, message: parsed.reason })
    const { callId, signal } = options
    return slot.call(tool.name, await this.#admit({ tool, args: parsed.value, callId, signal }), options)
  }

  async #callDocuments(name: string, args: unknown, options: CallOptions): Promise<McpOutcome> {
    const { signal = new AbortController().signal, callId } = options
    try {
      return await this.#documents.call(name, args, { signal, ...(callId !== undefined && { callId }) })
    } catch (error) {
      throw signal.aborted ? cancelled(name, signal) : error
    }
  }

  #admit(call: GatedCall): Promise<JsonObject> {
    return admit(call, this.#roster.get(call.tool.server), this.#options.permission)
  }

  #guarded(harness: McpHarness): McpHarness {
    return this.#options.permission ? guardedHarness(harness, (call) => this.#admit(call)) : harness
  }

  #open(server: string): ReturnType<Roster['get']> {
    const slot = this.#roster.get(server)
    this.#refuseClosed()
    return slot
  }

  #refuseClosed(): void {
    if (this.#closing) throw sessionError('closed', { message: 'the session is closed' })
  }

  #unknownTool(name: unknown): Error {
    if (this.#closing) return sessionError('not-connected', { message: 'the session is closed' })
    return sessionError('unknown-tool', { message: unknownTool(name, this.status()) })
  }

  #tell(server: string, event: ServerEvent): void {
    if (event.type === 'tools' || event.type === 'state') this.#toolbox.changed()
    this.#listeners.tell({ ...event, server })
    this.#tellOfDocuments(server)
  }

  /** The three tools come with the first server and go with the last. */
  #tellOfDocuments(server: string): void {
    const before = this.#documentTools
    this.#documentTools = this.#documents.tools()
    if (before === this.#documentTools) return
    const [added, removed] = [this.#documentTools, before].map((tools) => tools.map(({ name }) => name))
    this.#listeners.tell({ type: 'tools', server, added: added ?? [], removed: removed ?? [], changed: [] })
  }
}

function cancelled(what: string, signal: AbortSignal): Error {
  return sessionError('aborted', { message: `${plainLine(what, 64)}: the request was cancelled`, cause: signal.reason })
}

function givenUp(signal: AbortSignal): Error {
  return sessionError('aborted', { message: 'the start was cancelled', cause: signal.reason })
}

function notConnected({ server, state }: McpSnapshot): Error {
  return sessionError('not-connected', { server, message: `not connected (${state})` })
}
