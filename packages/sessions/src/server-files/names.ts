import { isServerName } from '@harness-mcp/naming'

const LONGEST = 32

/**
 * A name for each of the given ones that a map takes: 1 to 32 of `A-Z a-z 0-9 _ -`, each one once. A name that is fine
 * stays; the others make way, whatever their order.
 */
export function cleanNames(names: readonly string[]): string[] {
  const fine = new Set(names.filter(isServerName))
  const taken: Taken = { names: new Set(fine), counts: new Map() }
  const kept = new Set<string>()
  return names.map((name) => {
    // The same name twice, as two sections of one file may have it: the first keeps it.
    if (fine.has(name) && !kept.has(name)) {
      kept.add(name)
      return name
    }
    const free = firstFree(clean(name), taken)
    taken.names.add(free)
    return free
  })
}

function clean(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, LONGEST) || 'server'
}

interface Taken {
  readonly names: Set<string>
  /** Where to go on for a name: to count from the start each time is a matter of minutes in a long file. */
  readonly counts: Map<string, number>
}

function firstFree(name: string, { names, counts }: Taken): string {
  if (!names.has(name)) return name
  for (let count = counts.get(name) ?? 2; ; count++) {
    const suffix = `_${count}`
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix
    if (names.has(candidate)) continue
    counts.set(name, count)
    return candidate
  }
}
