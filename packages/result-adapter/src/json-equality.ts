type Pair = readonly [unknown, unknown]

/** Whether two JSON values are deeply equal. The order of keys does not matter; nesting may be of any depth. */
export function equalJson(one: unknown, other: unknown): boolean {
  const open: Pair[] = [[one, other]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (!equalOutside(pair, open)) return false
  }
  return true
}

// Compares one level, and leaves the next one open.
function equalOutside([one, other]: Pair, open: Pair[]): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key))) return false
  for (const key of keys) open.push([Reflect.get(one, key), Reflect.get(other, key)])
  return true
}
