import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'

import { eventually } from '@harness-mcp/lab'

import { settledHeapBytes } from '../heap.js'
import { cycle } from './cycle.js'
import { type HeapTrend, heapTrend } from './heap-trend.js'
import { type HttpKind, HttpServer } from './http-server.js'
import { kill } from './kill.js'
import { inLanes } from './lanes.js'
import { type Holdings, holdings, leftovers } from './leftovers.js'
import { markedProcesses } from './marked-processes.js'
import { seeded } from './random.js'
import { configOf, cycleKinds, grandchildFile, type Kind, killKinds } from './servers.js'

export interface SoakOptions {
  readonly cycles: number
  readonly kills: number
  readonly seed: number
  /** How many run side by side. What is left is looked for when all of them rest. */
  readonly lanes: number
  readonly progress: (text: string) => void
}

export interface SoakReport {
  /** What went wrong, in the order of the events. Empty when nothing was left. */
  readonly problems: readonly string[]
  readonly heap: HeapTrend | undefined
}

/** How long what closes by itself may take: sockets that are kept for a next request, above all. In ms. */
const SETTLE_MS = 20_000
const BATCH = 20
const MOST_PROBLEMS = 20

/** Connects and disposes, kills, and looks what is left of it. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const run = `soak-${randomUUID()}`
  const servers = {
    'legacy-http': await HttpServer.start('legacy-http', `${run}-http`),
    'modern-http': await HttpServer.start('modern-http', `${run}-http`),
  }
  try {
    return await new Soak(options, run, servers).run()
  } finally {
    for (const server of Object.values(servers)) await server.kill()
    rmSync(grandchildFile(run), { force: true })
  }
}

class Soak {
  readonly #options: SoakOptions
  readonly #mark: string
  readonly #run: string
  readonly #servers: Readonly<Record<HttpKind, HttpServer>>
  readonly #problems: string[] = []
  readonly #heap: number[] = []

  constructor(options: SoakOptions, run: string, servers: Readonly<Record<HttpKind, HttpServer>>) {
    this.#options = options
    this.#run = run
    this.#mark = `${run}-stdio`
    this.#servers = servers
  }

  async run(): Promise<SoakReport> {
    const { cycles, kills } = this.#options
    // Once through everything, so that what is loaded on first use is there before the first look.
    await this.#cycles(0, cycleKinds(this.#run).length)
    const before = holdings()
    await this.#inBatches('cycles', cycles, (from, count) => this.#cycles(from, count))
    await this.#rest(before)
    await this.#inBatches('kills', kills, (from, count) => this.#kills(from, count))
    await this.#rest(before)
    const heap = heapTrend(this.#heap)
    if (heap?.grew) this.#problem(`the heap grew from ${heap.earlyBytes} to ${heap.lateBytes} bytes`)
    return { problems: this.#problems, heap }
  }

  async #inBatches(what: string, total: number, work: (from: number, count: number) => Promise<void>): Promise<void> {
    for (let from = 0; from < total && this.#problems.length < MOST_PROBLEMS; from += BATCH) {
      const count = Math.min(BATCH, total - from)
      await work(from, count)
      await this.#noProcesses()
      if (what === 'cycles') this.#heap.push(await settledHeapBytes())
      this.#options.progress(`${from + count} of ${total} ${what}, ${this.#problems.length} problems`)
    }
  }

  #cycles(from: number, count: number): Promise<void> {
    return this.#each(from, count, cycleKinds(this.#run), (kind, index) => {
      const url = kind.transport === 'stdio' ? '' : this.#servers[kind.name].url
      return cycle(configOf(kind, { mark: this.#mark, url }), seeded(this.#options.seed + index))
    })
  }

  #kills(from: number, count: number): Promise<void> {
    return this.#each(from, count, killKinds(this.#run), (kind, index) =>
      kill(kind, `${this.#mark}-${index}.`, seeded(this.#options.seed - index - 1)),
    )
  }

  #each(
    from: number,
    count: number,
    kinds: readonly Kind[],
    work: (kind: Kind, index: number) => Promise<void>,
  ): Promise<void> {
    return inLanes(count, this.#options.lanes, async (offset) => {
      const index = from + offset
      const kind = kinds[index % kinds.length]
      if (kind === undefined) return
      try {
        await work(kind, index)
      } catch (error) {
        this.#problem(`number ${index} (${kind.name}): ${error instanceof Error ? error.message : String(error)}`)
      }
    })
  }

  async #noProcesses(): Promise<void> {
    const known = new Set(Object.values(this.#servers).flatMap(({ pid }) => pid ?? []))
    // A close resolves when the death is confirmed, so there is nothing to wait for.
    for (const { pid, command } of markedProcesses(this.#mark, known)) {
      this.#problem(`process ${pid} is left: ${command}`)
      process.kill(pid, 'SIGKILL')
    }
  }

  async #rest(before: Holdings): Promise<void> {
    try {
      await eventually('nothing left', () => leftovers(before, holdings()).length === 0, SETTLE_MS)
    } catch {
      this.#problem(`left: ${leftovers(before, holdings()).join(', ')}`)
    }
  }

  #problem(text: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(text)
    this.#options.progress(`PROBLEM ${text}`)
  }
}
