import type { ReadMap } from '../config/mcp-servers-file.js'
import type { FailedEntry } from './failed-entries.js'

/** The servers that the lenient door has left out of the map. */
export class LeftOut {
  readonly #listeners = new Set<(entry: FailedEntry) => void>()
  #entries: readonly FailedEntry[]

  constructor(leftOut: ReadMap['leftOut']) {
    this.#entries = entriesOf(leftOut)
  }

  entries(): readonly FailedEntry[] {
    return this.#entries
  }

  /** Those of the edited file. Tells of what was not there before, or not for this reason. */
  become(leftOut: ReadMap['leftOut']): void {
    const before = new Set(this.#entries.map((entry) => JSON.stringify(entry)))
    this.#entries = entriesOf(leftOut)
    const added = this.#entries.filter((entry) => !before.has(JSON.stringify(entry)))
    for (const listener of this.#listeners) added.forEach((entry) => listener(entry))
  }

  onAdded(listener: (entry: FailedEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

function entriesOf(leftOut: ReadMap['leftOut']): FailedEntry[] {
  return leftOut.map(({ name, reason }) => ({ id: name, reason }))
}
