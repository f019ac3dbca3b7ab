import { plainLine } from '@harness-mcp/result-adapter'

import type { ServerEntry } from '../config/entry.js'
import { parseServerMap } from '../config/server-map.js'
import { reasonOf, sessionError } from '../errors.js'
import type { SetServersResult } from '../session.js'
import { difference } from './difference.js'
import { ServerSlot, type SlotParts } from './slot.js'
import { Starts } from './starts.js'

/** How many first attempts run at once: enough that a slow one holds up nobody, few enough for a small machine. */
const STARTS_AT_ONCE = 8

/** The servers of a session by name, in the order of their map. */
export class Roster {
  readonly #parts: SlotParts
  readonly #slots = new Map<string, ServerSlot>()
  /** What is left of servers that are not in the map any more. */
  readonly #leaving = new Map<string, Promise<void>>()

  constructor(parts: Omit<SlotParts, 'starts'>) {
    this.#parts = { ...parts, starts: new Starts(STARTS_AT_ONCE) }
  }

  get slots(): ReadonlyMap<string, ServerSlot> {
    return this.#slots
  }

  /** Throws an `McpError` of code `unknown-server` for a name that is not in the map. */
  get(server: string): ServerSlot {
    const slot = this.#slots.get(server)
    if (slot) return slot
    const known = [...this.#slots.keys()].join(', ') || 'none'
    const shown = typeof server === 'string' ? plainLine(server, 64) : ''
    throw sessionError('unknown-server', { message: `there is no server "${shown}"; configured are: ${known}` })
  }

  /** Settles when the first attempt of every enabled server has ended, whatever its end. */
  async begin(entries: ReadonlyMap<string, ServerEntry>): Promise<void> {
    await Promise.all([...entries.values()].map((entry) => this.#add(entry).start()))
  }

  /** Goes over to another map. Everything is begun before this first waits, so that two maps never mix. */
  async become(map: unknown, { wait }: { readonly wait: boolean }): Promise<SetServersResult> {
    const { entries, broken } = parseServerMap(map)
    const before = new Map([...this.#slots].map(([name, slot]) => [name, slot.entry]))
    const steps = difference(before, entries, new Set(broken.keys()))
    const removals = steps.removed.map((name) => ({ name, done: this.#remove(name) }))
    const starts = [...entries.values()].flatMap((entry) => {
      const { name } = entry
      if (steps.added.includes(name)) return [{ entry, done: this.#add(entry).start() }]
      return steps.changed.includes(name) ? [{ entry, done: this.get(name).become(entry) }] : []
    })
    this.#reorder([...entries.keys()])
    const wrong = [...broken].map(([name, problems]) => [name, problems.join('\n')] as const)
    for (const { done } of starts) done.catch(() => {})
    const failed = await this.#failures(removals, wait ? starts : [])
    return { ...steps, errors: Object.fromEntries([...wrong, ...failed]) }
  }

  /** Ends every server at once. Rejects, after all have ended, when a process of one could not be ended. */
  async close(): Promise<void> {
    // First of all: a listener that is told of an end may ask for a start.
    this.#parts.starts.stop(sessionError('closed', { message: 'the session is closed' }))
    const ends = [...this.#slots.values()].map((slot) => slot.end())
    const results = await Promise.allSettled([...ends, ...this.#leaving.values()])
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  #add(entry: ServerEntry): ServerSlot {
    const slot = new ServerSlot(entry, this.#leaving.get(entry.name) ?? Promise.resolve(), this.#parts)
    this.#slots.set(entry.name, slot)
    return slot
  }

  #remove(name: string): Promise<void> {
    const slot = this.get(name)
    const ended = slot.end()
    this.#slots.delete(name)
    this.#leaving.set(name, ended)
    const forget = (): void => void (this.#leaving.get(name) === ended && this.#leaving.delete(name))
    // One that could not be ended is remembered: nothing may start under its name.
    ended.then(forget, () => {})
    return ended
  }

  #reorder(names: readonly string[]): void {
    for (const name of names) {
      const slot = this.get(name)
      this.#slots.delete(name)
      this.#slots.set(name, slot)
    }
  }

  async #failures(removals: readonly Step[], starts: readonly Start[]): Promise<(readonly [string, string])[]> {
    const steps = [...removals, ...starts.map(({ entry, done }) => ({ name: entry.name, done }))]
    const results = await Promise.allSettled(steps.map(({ done }) => done))
    const thrown = results.flatMap((result, index) => {
      const name = steps[index]?.name
      return result.status === 'rejected' && name !== undefined ? [[name, reasonOf(result.reason)] as const] : []
    })
    const down = starts.flatMap(({ entry }) => {
      const slot = this.#slots.get(entry.name)
      // Another map may have come meanwhile: what its server does is not a failure of this one.
      if (slot?.entry !== entry) return []
      const { state, reason } = slot.snapshot()
      const isDown = !['ready', 'disabled', 'closed'].includes(state)
      return isDown ? [[entry.name, reason === '' ? state : `${state}: ${reason}`] as const] : []
    })
    return [...thrown, ...down]
  }
}

interface Step {
  readonly name: string
  readonly done: Promise<void>
}

interface Start {
  readonly entry: ServerEntry
  readonly done: Promise<void>
}
