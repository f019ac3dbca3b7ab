import type { JsonObject, JsonValue } from './json.js'

/** A copy of a JSON value, of any depth, in which each number is what `change` makes of it. */
export function withNumbers(root: JsonValue, change: (number: number) => number | null): JsonValue {
  const open: (() => void)[] = []
  const copyOf = (value: JsonValue): JsonValue => {
    if (typeof value === 'number') return change(value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? listCopy(value) : objectCopy(value)
  }
  const listCopy = (list: readonly JsonValue[]): JsonValue[] => {
    const copy: JsonValue[] = []
    open.push(() => {
      for (const item of list) copy.push(copyOf(item))
    })
    return copy
  }
  const objectCopy = (object: JsonObject): JsonObject => {
    const copy: JsonObject = {}
    open.push(() => {
      for (const key of Object.keys(object)) put(copy, key, copyOf(object[key] ?? null))
    })
    return copy
  }
  const copy = copyOf(root)
  for (let fill = open.pop(); fill !== undefined; fill = open.pop()) fill()
  return copy
}

// Not an assignment: a key named `__proto__` stays a key.
function put(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
