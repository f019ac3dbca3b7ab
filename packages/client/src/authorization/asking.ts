import { untilAborted } from '@harness-mcp/result-adapter'

import { clientError, type McpClientError } from '../errors.js'
import type { Events } from '../lifecycle/events.js'
import type { McpSnapshot } from '../lifecycle/snapshot.js'
import type { Authorization } from './authorization.js'
import type { Authorize } from './provider.js'

/** A server may ask for more scopes after it has seen the first token, and no third time. */
const MOST_ROUNDS = 2

export interface AskingParts {
  readonly server: string
  /** `undefined` where the configuration has all that there is. */
  readonly authorization: Authorization | undefined
  /** Who is asked when nobody else is named. */
  readonly person: Authorize | undefined
  readonly events: Events
  readonly state: () => McpSnapshot['state']
  readonly reconnect: () => Promise<void>
  /** Told when nobody waits for an authorization that failed. */
  readonly trouble: (error: unknown) => void
}

/** Brings a person to the authorization server, once at a time, and connects with what comes back. */
export class Asking {
  readonly #parts: AskingParts
  readonly #life = new AbortController()
  #underWay: Promise<void> | undefined

  constructor(parts: AskingParts) {
    this.#parts = parts
    if (parts.authorization && parts.person)
      parts.events.subscribe((event) => event.type === 'state' && this.#note(event.snapshot))
  }

  /** Settles when the authorization that is under way has ended, whatever its end. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => {})
  }

  /** Asks, or joins who is asked already. */
  ask(given?: Authorize): Promise<void> {
    const person = given ?? this.#parts.person
    const { server, authorization } = this.#parts
    const missing = authorization
      ? 'nobody to ask is given (authorize)'
      : 'no provider of authorization is given (auth)'
    if (!authorization || !person) return Promise.reject(clientError('invalid-config', { server, message: missing }))
    this.#underWay ??= this.#ask(authorization, person).finally(() => (this.#underWay = undefined))
    return this.#underWay
  }

  close(): void {
    this.#life.abort(this.#closed())
    this.#parts.authorization?.close()
  }

  /** A server that asks for a person gets the one that was named. */
  #note({ state }: McpSnapshot): void {
    if (state === 'auth-required' && !this.#underWay) this.ask().catch(this.#parts.trouble)
  }

  async #ask(authorization: Authorization, person: Authorize): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        await this.#round(authorization, person)
      } catch (error) {
        authorization.end()
        this.#life.signal.throwIfAborted()
        // What was asked is answered; the snapshot gets the next question. A connection that works is left alone.
        if (authorization.url === undefined && this.#parts.state() !== 'ready') await this.#parts.reconnect()
        throw error
      }
      authorization.end()
      await this.#parts.reconnect()
      if (this.#parts.state() !== 'auth-required') return
    }
    const message = `the server refuses the authorization that was given: ${authorization.reason}`
    throw clientError('auth-required', { server: this.#parts.server, message })
  }

  async #round(authorization: Authorization, person: Authorize): Promise<void> {
    const { signal } = this.#life
    const url = await untilAborted(authorization.begin(), signal)
    if (url === undefined) return
    await authorization.finish(await untilAborted(person(new URL(url), { signal }), signal))
  }

  #closed(): McpClientError {
    return clientError('closed', { server: this.#parts.server, message: 'it is closed' })
  }
}
