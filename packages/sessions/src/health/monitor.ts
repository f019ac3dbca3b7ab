import type { McpServer, McpState } from '@harness-mcp/client'

import { check } from './check.js'
import { CHECKING, DISABLED, healthAfter, type McpHealth } from './health.js'
import type { HealthCheck } from './settings.js'

export interface MonitorParts {
  readonly server: Pick<McpServer, 'name' | 'ping' | 'reconnect'>
  readonly settings: HealthCheck
  /** Whether an unhealthy server is connected anew, or only reported. */
  readonly reconnects: boolean
  /** Whether a person is being asked something for the server, which may well wait for that and for nothing else. */
  readonly isAsking: () => boolean
  /** Told after each check. */
  readonly changed: () => void
  /** Told once of each server that became unhealthy. */
  readonly warn: (message: string) => void
}

/**
 * Checks one server while it is connected: one check, a wait, the next check. The wait begins when a check has ended, so two
 * never overlap, and a computer that slept makes up for none. One that is not answered while a person is asked says nothing.
 */
export class HealthMonitor {
  readonly #parts: MonitorParts
  #health = CHECKING
  #connection = new AbortController()

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  get health(): McpHealth {
    return this.#health
  }

  /** To be told of every state of the server: each connection is judged by itself. */
  follow(state: McpState): void {
    this.stop()
    // Until the next connection is there, the verdict says why the last one was given up.
    if (state === 'ready' || this.#health.state !== 'unhealthy') this.#health = COMING.has(state) ? CHECKING : DISABLED
    if (state !== 'ready') return
    this.#connection = new AbortController()
    void this.#watch(this.#connection.signal)
  }

  /** Leaves no timer and no request. */
  stop(): void {
    this.#connection.abort()
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { server, settings, reconnects, isAsking } = this.#parts
    while (!signal.aborted) {
      const wasAsking = isAsking()
      const ended = await check(server, settings.timeoutMs, signal)
      if (signal.aborted) return
      const counts = ended.kind === 'answered' || !(wasAsking || isAsking())
      if (counts) this.#become(healthAfter(this.#health, ended, settings))
      if (this.#health.state === 'unhealthy' && reconnects) return this.#renew(signal)
      await pause(settings.intervalMs, signal)
    }
  }

  #become(health: McpHealth): void {
    const { server, reconnects, changed, warn } = this.#parts
    const before = this.#health
    this.#health = health
    if (health.state === 'unhealthy' && before.state !== 'unhealthy') {
      warn(`${server.name}: unhealthy: ${health.reason}; ${reconnects ? ANEW : OFF}`)
    }
    changed()
  }

  #renew(signal: AbortSignal): void {
    // Whoever was told of the verdict may have disconnected the server.
    if (signal.aborted) return
    // It rejects only after a close; whatever else comes of it is a state.
    this.#parts.server.reconnect().catch(() => {})
  }
}

/** The states that are a connection, or lead to one by themselves. */
const COMING: ReadonlySet<McpState> = new Set(['connecting', 'ready', 'backoff'])

const ANEW = 'it is connected anew'
const OFF = 'reconnect.enabled is false'

/** Waits `ms`, or until `signal` is aborted. Keeps no process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
