import { untilAborted } from '@harness-mcp/result-adapter'

import { Deadline, pause, whenAborted } from '../abort.js'
import type { Authorization } from '../authorization/authorization.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { Connection } from '../connection/connection.js'
import { connectFailure } from '../connection/failure.js'
import type { EraHint } from '../connection/sdk-client.js'
import { deferred } from '../deferred.js'
import { clientError, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'
import { UndeadError } from '../undead.js'
import { backoffMs } from './backoff.js'
import { type End, type Next, whatNext } from './next.js'
import type { Status } from './status.js'
import { lend } from './use.js'

export interface SupervisorParts {
  readonly config: ResolvedConfig
  readonly redact: Redactor
  readonly status: Status
  /** Knows what a person can do about `auth-required`. */
  readonly authorization?: Authorization | undefined
  /** Opens one connection. */
  open(signal: AbortSignal, hint: EraHint): Promise<Connection>
  /** Makes a connection that was just opened useful: discovery, registration, instructions. `live` ends with the connection. */
  prepare(connection: Connection, signals: { readonly attempt: AbortSignal; readonly live: AbortSignal }): Promise<void>
  /** Recovery has been given up: what was kept for it goes. */
  giveUp(): void
}

/**
 * The life of one server's connection, as one loop: connect, live, lose, really close, wait, again. Because each step is
 * awaited before the next, there are never two processes of one server, and nothing of an earlier attempt reaches a later one.
 */
export class Supervisor {
  readonly #parts: SupervisorParts
  readonly #life = new AbortController()
  readonly #finished: Promise<void>
  #wake = new AbortController()
  #attempt = deferred<void>()
  #connection: Connection | undefined
  #undead: UndeadError | undefined
  #hint: EraHint = 'unknown'

  constructor(parts: SupervisorParts) {
    this.#parts = parts
    this.#finished = this.#run()
    this.#finished.catch(() => {})
  }

  /** Settles when the attempt that is under way, or else the next one, has ended, whatever its end. Never rejects. */
  get attempted(): Promise<void> {
    return this.#attempt.promise
  }

  /** The connection, while it is ready for requests. */
  get connection(): Connection | undefined {
    return this.#ended ? undefined : this.#connection
  }

  /** Asks for a new connection now; joins an attempt under way. A server's era is found out anew. */
  reconnect(): Promise<void> {
    const settled = this.attempted
    if (this.#parts.status.state !== 'connecting') {
      this.#hint = 'unknown'
      this.#wake.abort()
    }
    return settled
  }

  /** Ends the life, in whatever state it is, and resolves when nothing of it is left. Rejects when a process could not be ended. */
  close(): Promise<void> {
    this.#life.abort()
    return this.#finished
  }

  async #run(): Promise<void> {
    let failures = 0
    try {
      while (!this.#ended) {
        const { end, connection } = await this.#once(failures)
        const next = this.#next(end, failures)
        await this.#between(next, connection)
        failures = this.#wake.signal.aborted ? 0 : next.failures
      }
      await this.#confirmDead()
    } finally {
      this.#attempt.resolve()
    }
  }

  /** One connection, from the attempt to open it until it is no longer good for anything. It still has to be closed. */
  async #once(failures: number): Promise<{ readonly end: End; readonly connection?: Connection }> {
    this.#wake = new AbortController()
    const { status, config } = this.#parts
    status.connecting(failures + 1)
    const live = new AbortController()
    const deadline = new Deadline(config.connectTimeoutMs, () => this.#tooSlow())
    const attempt = AbortSignal.any([this.#life.signal, deadline.signal])
    let connection: Connection | undefined
    try {
      await this.#confirmDead()
      connection = await this.#parts.open(attempt, this.#hint)
      await this.#prepare(connection, attempt, live.signal)
      deadline.clear()
      const end = await this.#live(connection)
      return { end, connection }
    } catch (error) {
      const failure = this.#readable(error)
      this.#remember(failure)
      return { end: { kind: 'not-opened', error: failure }, ...(connection && { connection }) }
    } finally {
      deadline.clear()
      live.abort()
      this.#connection = undefined
    }
  }

  async #prepare(connection: Connection, attempt: AbortSignal, live: AbortSignal): Promise<void> {
    const lost = connection.lost.then((reason) => Promise.reject(reason))
    await untilAborted(Promise.race([this.#parts.prepare(connection, { attempt, live }), lost]), attempt)
    if (this.#parts.config.transport === 'stdio' && connection.era === 'legacy') this.#hint = 'legacy'
  }

  async #live(opened: Connection): Promise<End> {
    // The close may have come after the last step that looked for it.
    this.#life.signal.throwIfAborted()
    const { connection, served } = lend(opened)
    this.#connection = connection
    const since = Date.now()
    // First: a listener that asks for a new connection waits for the next attempt, not for this one.
    this.#settleAttempt()
    this.#parts.status.ready(connection)
    const error = await untilAborted(connection.lost, this.#interrupt()).catch(() => undefined)
    if (error === undefined) return { kind: 'asked' }
    return { kind: 'lost', error, livedMs: Date.now() - since, served: served() }
  }

  /** From the end of one connection to the moment when the next may begin. */
  async #between(next: Next, connection: Connection | undefined): Promise<void> {
    const delayMs = next.state === 'backoff' ? backoffMs(next.failures, this.#parts.config.reconnect) : 0
    // The time to close is part of the delay: what was announced is when the next attempt is.
    const due = Date.now() + delayMs
    const closing = this.#closed(connection)
    if (!this.#ended) this.#announce(next, due)
    const undead = await closing
    if (undead && this.#ended) throw undead
    if (undead) return this.#mourn(undead, next.failures)
    if (next.state === 'connecting') return
    await (next.state === 'backoff' ? pause(due - Date.now(), this.#interrupt()) : whenAborted(this.#interrupt()))
  }

  /** Whoever asked for a new connection has the answer now: there is none. Who asks from here on has it looked for again. */
  async #mourn(undead: McpClientError, failures: number): Promise<void> {
    this.#remember(undead)
    this.#wake = new AbortController()
    this.#announce(this.#next({ kind: 'not-opened', error: undead }, failures), 0)
    await whenAborted(this.#interrupt())
  }

  #announce(next: Next, due: number): void {
    const { status } = this.#parts
    if (next.state === 'connecting') return status.connecting(next.failures + 1)
    if (!next.keepTools) this.#parts.giveUp()
    this.#settleAttempt()
    status.down(next, next.state === 'backoff' ? due : undefined)
  }

  async #closed(connection: Connection | undefined): Promise<McpClientError | undefined> {
    try {
      await connection?.close()
      return undefined
    } catch (error) {
      return this.#readable(error)
    }
  }

  #remember(error: McpClientError): void {
    if (error instanceof UndeadError) this.#undead = error
  }

  /** Throws while a process lives that could not be ended. */
  async #confirmDead(): Promise<void> {
    if (this.#undead && !(await this.#undead.isDead())) throw this.#undead
    this.#undead = undefined
  }

  #next(end: End, failures: number): Next {
    const next = whatNext(end, failures, this.#parts.config.reconnect)
    const { authorization, config } = this.#parts
    if (next.state !== 'auth-required' || !authorization) return next
    const { reason, url } = authorization
    const error = clientError('auth-required', { server: config.serverName, message: reason, cause: next.error.cause })
    return { ...next, reason, error, ...(url && { authorizationUrl: url.href }) }
  }

  #interrupt(): AbortSignal {
    return AbortSignal.any([this.#life.signal, this.#wake.signal])
  }

  /** Whoever waited for this attempt goes on; who asks from now on waits for the next one. */
  #settleAttempt(): void {
    const { resolve } = this.#attempt
    this.#attempt = deferred()
    resolve()
  }

  get #ended(): boolean {
    return this.#life.signal.aborted
  }

  #readable(error: unknown): McpClientError {
    return connectFailure(error, { server: this.#parts.config.serverName, redact: this.#parts.redact })
  }

  #tooSlow(): McpClientError {
    const { serverName, connectTimeoutMs } = this.#parts.config
    const message = `connecting and the first discovery took longer than connectTimeoutMs (${connectTimeoutMs} ms)`
    return clientError('unreachable', { server: serverName, message })
  }
}
