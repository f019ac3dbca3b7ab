import { isDeepStrictEqual } from 'node:util'

import type { ServerEntry } from '../config/entry.js'

export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  readonly unchanged: readonly string[]
}

type Entries = ReadonlyMap<string, ServerEntry>

/** What leads from one map of servers to another. A name that is `broken` in the new map stays as it was. */
export function difference(before: Entries, after: Entries, broken: ReadonlySet<string>): Difference {
  const kept = [...after].flatMap(([name, entry]) => {
    const old = before.get(name)
    return old === undefined ? [] : [{ name, same: sameEntry(old, entry) }]
  })
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name) && !broken.has(name)),
    changed: kept.filter(({ same }) => !same).map(({ name }) => name),
    unchanged: kept.filter(({ same }) => same).map(({ name }) => name),
  }
}

/** Whether two entries are connected in the same way to the same thing. */
export function sameConnection(a: ServerEntry, b: ServerEntry): boolean {
  return a.handle === b.handle && isDeepStrictEqual([a.config, a.oauth], [b.config, b.oauth])
}

/** Whether two entries are checked in the same way. */
export function sameHealthCheck(a: ServerEntry, b: ServerEntry): boolean {
  return isDeepStrictEqual(a.healthCheck, b.healthCheck)
}

function sameEntry(a: ServerEntry, b: ServerEntry): boolean {
  return (
    sameConnection(a, b) &&
    a.disabled === b.disabled &&
    isDeepStrictEqual(a.alwaysAllow, b.alwaysAllow) &&
    sameHealthCheck(a, b)
  )
}
