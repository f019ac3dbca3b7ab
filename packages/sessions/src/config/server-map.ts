import { reasonOf, sessionError } from '../errors.js'
import { at, type ParsedEntry, parseEntry, type Problem, type ServerEntry } from './entry.js'

export interface ParsedMap {
  /** In the order of the map. */
  readonly entries: ReadonlyMap<string, ServerEntry>
  /** What is wrong, by the name of the server. */
  readonly broken: ReadonlyMap<string, readonly Problem[]>
}

/** Checks a map of servers, each by itself. Throws an `McpError` of code `invalid-config` when it is no map at all. */
export function parseServerMap(map: unknown): ParsedMap {
  const object = readMap(map)
  const entries = new Map<string, ServerEntry>()
  const broken = new Map<string, readonly Problem[]>()
  for (const name of object.names) {
    const parsed = parseOne(name, object.read)
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

interface ReadableMap {
  readonly names: readonly string[]
  /** What stands under a name. It may be a getter, and that may throw. */
  readonly read: (name: string) => unknown
}

function readMap(map: unknown): ReadableMap {
  try {
    if (isPlainObject(map)) return { names: Object.keys(map), read: (name): unknown => Reflect.get(map, name) }
  } catch (error) {
    throw noMap(`it cannot be read: ${reasonOf(error)}`, error)
  }
  throw noMap('expected an object of servers by name')
}

function parseOne(name: string, read: ReadableMap['read']): ParsedEntry {
  try {
    return parseEntry(name, read(name))
  } catch (error) {
    return { ok: false, problems: [at(name, [], `it cannot be read: ${reasonOf(error)}`)] }
  }
}

/** A Map, a promise and the like have no keys: they would be a map without servers. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Not `=== Object.prototype`: an object of another realm has another one.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function noMap(message: string, cause?: unknown): Error {
  return sessionError('invalid-config', { message: `mcpServers: ${message}`, cause })
}
