/** A value as lossless JSON; `undefined` when nothing readable comes of it. */
export function asJson(raw: unknown): { readonly value: unknown } | undefined {
  try {
    if (isJson(raw)) return { value: finite(raw) }
    const text = JSON.stringify(raw)
    return text === undefined ? undefined : { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Whether two JSON values are the same, the order of keys and the sign of zero included. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  if (keys.length !== others.length || !keys.every((key, index) => key === others[index])) return false
  return keys.every((key) => sameJson(member(one, key), member(other, key)))
}

/** Whether two JSON values are equal, whatever the order of keys. */
export function equalJson(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && equalJson(member(one, key), member(other, key)))
}

/** The same value with the numbers that a registry takes: it has no negative zero. */
export function positiveZeros(value: unknown): unknown {
  return changed(value, (number) => (number === 0 ? 0 : number))
}

/** A member that is the object's own: `__proto__` may be one. */
export function member(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

// Numbers that JSON cannot hold are left for `finite`.
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return true
  if (!isContainer(value) || typeof Reflect.get(value, 'toJSON') === 'function') return false
  const isList = Array.isArray(value)
  const prototype: unknown = isList ? null : Object.getPrototypeOf(value)
  const members: unknown[] = Object.values(value)
  const hidden = Reflect.ownKeys(value).length - members.length
  if (isList ? hidden !== 1 || members.length !== value.length : hidden !== 0) return false
  return (prototype === null || prototype === Object.prototype) && members.every(isJson)
}

function finite(value: unknown): unknown {
  return changed(value, (number) => (Number.isFinite(number) ? number : null))
}

function changed(value: unknown, change: (number: number) => number | null): unknown {
  if (typeof value === 'number') return change(value)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item) => changed(item, change))
  return Object.fromEntries(Object.keys(value).map((key) => [key, changed(member(value, key), change)]))
}
