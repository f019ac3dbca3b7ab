type Frame = { readonly ones: readonly unknown[]; readonly others: readonly unknown[]; next: number }

/** Whether two JSON values are deeply equal. The order of keys does not matter; nesting may be of any depth. */
export function equalJson(one: unknown, other: unknown): boolean {
  const frames: Frame[] = []
  const enter = (first: unknown, second: unknown): boolean => {
    const level = compared(first, second)
    if (typeof level !== 'boolean') frames.push(level)
    return level !== false
  }
  if (!enter(one, other)) return false
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.ones.length) frames.pop()
    else if (!enter(frame.ones[frame.next], frame.others[frame.next++])) return false
  }
  return true
}

// Compares one level, and leaves its children to be compared. Lists are not copied: they may have millions of items.
function compared(one: unknown, other: unknown): boolean | Frame {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && { ones: one, others: other, next: 0 }
  }
  if (Array.isArray(one) || Array.isArray(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key))) return false
  return { ones: Object.values(one), others: keys.map((key): unknown => Reflect.get(other, key)), next: 0 }
}
