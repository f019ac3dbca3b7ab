import { withNumbers } from './json-copy.js'
import { everyValue } from './json-walk.js'
import type { JsonValue } from './json.js'

/** A value as JSON, or why it cannot be. */
export type JsonReading = { ok: true; value: JsonValue } | { ok: false; reason: string }

/**
 * Any value as lossless JSON. What is JSON already comes back as it is, uncopied. A number that JSON cannot hold is
 * `null`: `JSON.parse` itself makes `Infinity` of `1e999`. Anything else (`undefined`, dates, class instances) becomes
 * what `JSON.stringify` makes of it. Never throws.
 */
export function readJson(value: unknown): JsonReading {
  try {
    const numbers = { finite: true }
    if (isJson(value, numbers)) return { ok: true, value: numbers.finite ? value : withNumbers(value, finiteOrNull) }
    const text = JSON.stringify(value)
    if (text === undefined) return { ok: false, reason: `it is ${kindOf(value)}, which JSON cannot hold` }
    const copy: unknown = JSON.parse(text)
    return isJson(copy, numbers) ? { ok: true, value: copy } : { ok: false, reason: 'it cannot be written as JSON' }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** Why a value cannot be read, as what it threw says. A native tool may throw an error whose message is no text. */
export function reasonOf(error: unknown): string {
  try {
    if (error instanceof Error && typeof error.message === 'string') return error.message
  } catch {
    // A getter again.
  }
  return 'it cannot be written as JSON'
}

/** The same value without negative zero, which JSON can write and `JSON.stringify` cannot. */
export function withoutNegativeZero(value: JsonValue): JsonValue {
  return hasNegativeZero(value) ? withNumbers(value, (number) => (number === 0 ? 0 : number)) : value
}

/** Whether a negative zero is anywhere in a value. */
export function hasNegativeZero(value: JsonValue): boolean {
  return !everyValue(value, (inside) => !Object.is(inside, -0))
}

/** What a value is, for a sentence: `null`, `a list`, `a string`, … */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function finiteOrNull(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

// Every number passes, and `numbers` tells of those that JSON cannot hold: one walk over a large value and not two.
function isJson(root: unknown, numbers: { finite: boolean }): root is JsonValue {
  return everyValue(root, (value, children) => {
    if (typeof value === 'object' && value !== null) return isPlain(value, children.length)
    if (typeof value === 'number' && !Number.isFinite(value)) numbers.finite = false
    return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  })
}

function isPlain(value: object, children: number): boolean {
  if ('toJSON' in value && typeof value.toJSON === 'function') return false
  if (Array.isArray(value)) return children > FEW || Reflect.ownKeys(value).length === children + 1
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return false
  return children > FEW || Reflect.ownKeys(value).length === children
}

// Members that JSON has no place for (symbols, names on a list) are looked for in values that code may have written by
// hand. To enumerate the keys of a list of twenty million items takes seconds, and then the engine refuses.
const FEW = 10_000
