import type { JsonValue } from './json.js'

/** A value as JSON, or why it cannot be. */
export type JsonReading = { ok: true; value: JsonValue } | { ok: false; reason: string }

/**
 * Any value as lossless JSON. What is JSON already comes back as it is, uncopied; anything else (`undefined`, `NaN`,
 * dates, class instances) becomes what `JSON.stringify` makes of it. Never throws.
 */
export function readJson(value: unknown): JsonReading {
  try {
    if (isJson(value)) return { ok: true, value }
    const text = JSON.stringify(value)
    if (text === undefined) return { ok: false, reason: `it is ${kindOf(value)}, which JSON cannot hold` }
    const copy: unknown = JSON.parse(text)
    return isJson(copy) ? { ok: true, value: copy } : { ok: false, reason: 'it cannot be written as JSON' }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be written as JSON' }
  }
}

/** The same value without negative zero, which JSON can write and `JSON.stringify` cannot. */
export function withoutNegativeZero(value: JsonValue): JsonValue {
  if (!hasNegativeZero(value)) return value
  const copy: unknown = JSON.parse(JSON.stringify(value))
  return isJson(copy) ? copy : value
}

/** What a value is, for a sentence: `null`, `a list`, `a string`, … */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

type Frame = { node: object; children: unknown[]; next: number }

// Walks with frames of its own: a server may nest deeper than the call stack reaches.
function isJson(root: unknown): root is JsonValue {
  const ancestors = new Set<object>()
  const frames: Frame[] = []
  const enter = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return isJsonScalar(value)
    if (ancestors.has(value) || !isPlain(value)) return false
    ancestors.add(value)
    frames.push({ node: value, children: Object.values(value), next: 0 })
    return true
  }
  if (!enter(root)) return false
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next < frame.children.length) {
      if (!enter(frame.children[frame.next++])) return false
    } else {
      ancestors.delete(frame.node)
      frames.pop()
    }
  }
  return true
}

function isJsonScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function isPlain(value: object): boolean {
  if ('toJSON' in value && typeof value.toJSON === 'function') return false
  const keys = Reflect.ownKeys(value).length
  if (Array.isArray(value)) return keys === value.length + 1 && Object.keys(value).length === value.length
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === null || prototype === Object.prototype) && keys === Object.keys(value).length
}

function hasNegativeZero(root: JsonValue): boolean {
  const open: JsonValue[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Object.is(value, -0)) return true
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) open.push(child)
  }
  return false
}
