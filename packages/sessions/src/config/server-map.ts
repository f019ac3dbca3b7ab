import { sessionError } from '../errors.js'
import { parseEntry, type Problem, type ServerEntry } from './entry.js'

export interface ParsedMap {
  /** In the order of the map. */
  readonly entries: ReadonlyMap<string, ServerEntry>
  /** What is wrong, by the name of the server. */
  readonly broken: ReadonlyMap<string, readonly Problem[]>
}

/** Checks a map of servers, each by itself. Throws an `McpError` of code `invalid-config` when it is no map at all. */
export function parseServerMap(map: unknown): ParsedMap {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) {
    throw sessionError('invalid-config', { message: 'mcpServers: expected an object of servers by name' })
  }
  const entries = new Map<string, ServerEntry>()
  const broken = new Map<string, readonly Problem[]>()
  for (const [name, value] of Object.entries(map)) {
    const parsed = parseEntry(name, value)
    if (parsed.ok) entries.set(name, parsed.entry)
    else broken.set(name, parsed.problems)
  }
  return { entries, broken }
}

/** The same, all or nothing: throws an `McpError` of code `invalid-config` that lists every problem of every server. */
export function parseWholeMap(map: unknown): ReadonlyMap<string, ServerEntry> {
  const { entries, broken } = parseServerMap(map)
  if (broken.size === 0) return entries
  const problems = [...broken.values()].flat().map((problem) => `\n  ${problem}`)
  throw sessionError('invalid-config', { message: `invalid configuration:${problems.join('')}` })
}
