import { Deadline } from '../abort.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { Connection } from '../connection/connection.js'
import { requestFailure } from '../connection/failure.js'
import { clientError, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'
import { discoverTools } from './discover.js'
import { idlePatterns, toolFilter } from './filter.js'
import { Refresher } from './refresher.js'
import type { McpTool } from './tool.js'

export interface DiscoveryParts {
  readonly config: ResolvedConfig
  readonly redact: Redactor
  readonly warn: (message: string) => void
  /** Offers a new set of tools. Throws an `McpError` of code `name-conflict` and keeps the previous set. */
  readonly adopt: (tools: readonly McpTool[]) => void
  /** A refresh failed; the previous set stays. */
  readonly trouble: (error: McpClientError) => void
}

/** Finds the tools of each connection of one server, and again when the server says that they changed. */
export class Discovery {
  readonly #parts: DiscoveryParts
  readonly #offers: (rawName: string) => boolean
  #found = false
  #current: { readonly connection: Connection; readonly live: AbortSignal } | undefined
  #running: Promise<void> | undefined
  /** What was said of the last list. The next one has the same faults, and nobody wants to hear of them at every refresh. */
  #told: ReadonlySet<string> = new Set()

  constructor(parts: DiscoveryParts) {
    this.#parts = parts
    this.#offers = toolFilter(parts.config.tools)
  }

  /** The first discovery of a connection; later ones follow by themselves until `live` ends. */
  async begin(
    connection: Connection,
    { attempt, live }: { readonly attempt: AbortSignal; readonly live: AbortSignal },
  ): Promise<void> {
    const { warn } = this.#parts
    this.#current = { connection, live }
    const refresher = new Refresher({ connection, signal: live, refresh: () => this.#refresh(connection, live), warn })
    try {
      await this.#discover(connection, attempt)
    } catch (error) {
      // A server that comes back with a list that cannot be offered is like one whose refresh failed: what was there stays.
      if (!this.#found || !isListError(error)) throw error
      this.#report(error)
    }
    this.#found = true
    refresher.resume()
  }

  /** After giving up there is no previous set that an invalid list could leave in place. */
  forget(): void {
    this.#found = false
  }

  /** Discovers again now, for a call that was refused because its tool is another one than it was. One at a time. */
  again(): Promise<void> {
    this.#running ??= this.#refreshCurrent().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #refreshCurrent(): Promise<void> {
    if (this.#current) await this.#refresh(this.#current.connection, this.#current.live)
  }

  async #refresh(connection: Connection, live: AbortSignal): Promise<void> {
    const { serverName, connectTimeoutMs } = this.#parts.config
    const deadline = new Deadline(connectTimeoutMs, () =>
      clientError('timeout', {
        server: serverName,
        message: `a refresh of the tool list took longer than ${connectTimeoutMs} ms`,
      }),
    )
    try {
      await this.#discover(connection, AbortSignal.any([live, deadline.signal]))
    } catch (error) {
      if (!live.aborted) this.#report(deadline.signal.aborted ? deadline.signal.reason : error)
    } finally {
      deadline.clear()
    }
  }

  async #discover(connection: Connection, signal: AbortSignal): Promise<void> {
    const { config, adopt } = this.#parts
    const remarks = new Set<string>()
    const listed: string[] = []
    const options = {
      server: config.serverName,
      signal,
      offers: (rawName: string) => {
        listed.push(rawName)
        return this.#offers(rawName)
      },
      usesHeaders: connection.era === 'modern' && config.transport !== 'stdio',
      warn: (message: string) => void remarks.add(message),
    }
    const tools = await discoverTools(connection, options).finally(() => {
      // A server without tools may list them later.
      const idle = listed.length === 0 ? undefined : idlePatterns(config.tools, listed)
      if (idle !== undefined) remarks.add(idle)
      this.#tell(remarks)
    })
    signal.throwIfAborted()
    adopt(tools)
  }

  #tell(remarks: ReadonlySet<string>): void {
    for (const remark of remarks) if (!this.#told.has(remark)) this.#parts.warn(remark)
    this.#told = remarks
  }

  #report(error: unknown): void {
    const { config, redact, trouble } = this.#parts
    trouble(requestFailure(error, { server: config.serverName, redact }))
  }
}

function isListError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'invalid-list' || error.code === 'name-conflict')
}
