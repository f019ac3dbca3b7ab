// With frames of their own, because a server may nest deeper than the call stack reaches, and with lists read in place,
// because a server may send twenty million items.

type Frame = { readonly node: object; readonly children: readonly unknown[]; next: number }

const NONE: readonly unknown[] = []

/** A cycle is endless depth, so that nodes are remembered only where a value is suspiciously deep. */
const CYCLE_DEPTH = 1_000

/** Is told a value and what is directly inside it. */
export type Visit = (value: unknown, children: readonly unknown[]) => boolean

/**
 * Whether `visit` is true of a value and of every value inside it, each before its children. The first false ends the
 * walk; so does a cycle.
 */
export function everyValue(root: unknown, visit: Visit): boolean {
  const frames: Frame[] = []
  const deep = new Set<object>()
  const enter = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return visit(value, NONE)
    const children = childrenOf(value)
    if (!visit(value, children) || deep.has(value)) return false
    if (frames.length >= CYCLE_DEPTH) deep.add(value)
    frames.push({ node: value, children, next: 0 })
    return true
  }
  if (!enter(root)) return false
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next < frame.children.length) {
      if (!enter(frame.children[frame.next++])) return false
    } else {
      deep.delete(frame.node)
      frames.pop()
    }
  }
  return true
}

function childrenOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : Object.values(value)
}
