import { McpError, type JsonObject, type JsonValue } from '@harness-mcp/result-adapter'

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Nesting that the recursion here and in `JSON.stringify` bears on any stack that Node starts with. */
const MAX_DEPTH = 1_000

/**
 * A provider's answer as lossless JSON. Registries refuse what `JSON.parse` itself can produce (`-0`, and `Infinity` of
 * `1e999`) and what a server in the same process easily leaves behind (keys that are `undefined`): the first becomes 0,
 * a number that JSON cannot hold becomes `null` as in the results of tools, and such keys are left out.
 * What needs no change is returned as it is, so that a large blob is never copied.
 *
 * @throws McpError `protocol` for what JSON cannot carry, and for nesting beyond 1,000 levels.
 */
export function toLosslessJson(value: unknown, server: string): JsonValue {
  return isLossless(value, 0) ? value : repaired(value, { server, depth: 0 })
}

function isLossless(value: unknown, depth: number): value is JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (depth >= MAX_DEPTH) return false
  // Not `every`: it passes over the holes of a sparse array.
  if (Array.isArray(value)) return value.findIndex((item) => !isLossless(item, depth + 1)) === -1
  return isPlainObject(value) && Object.values(value).every((item) => isLossless(item, depth + 1))
}

interface Place {
  readonly server: string
  readonly depth: number
}

function repaired(value: unknown, place: Place): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return repairedNumber(value)
  if (place.depth >= MAX_DEPTH) throw notJson(place.server, `is nested deeper than ${MAX_DEPTH} levels`)
  const inside = { server: place.server, depth: place.depth + 1 }
  if (Array.isArray(value)) return Array.from(value, (item) => repaired(item, inside))
  if (isPlainObject(value)) return repairedObject(value, inside)
  throw notJson(place.server, `holds a value that JSON cannot carry (${typeof value})`)
}

function repairedNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null
  return value === 0 ? 0 : value
}

/** `fromEntries` and not assignment: a key named `__proto__` stays a key. */
function repairedObject(value: object, place: Place): JsonObject {
  const kept = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(kept.map(([key, item]) => [key, repaired(item, place)]))
}

/** An object literal of any realm; a `Date` or another class instance is none. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function notJson(server: string, problem: string): McpError {
  return new McpError(`${server}: the result ${problem}`, { code: 'protocol', server })
}
