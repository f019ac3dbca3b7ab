import { equalJson } from './json-equality.js'
import { everyValue } from './json-walk.js'
import type { JsonValue } from './json.js'

/**
 * Whether one of the texts already is the JSON of a value, in any layout. The work is linear in the texts and the value
 * together: a text of n characters holds at most n values, so that a shorter one is not compared. Without that, ten
 * thousand `[]` would each be compared with a list of millions.
 */
export function isShown(value: JsonValue, texts: readonly string[]): boolean {
  const longest = texts.reduce((length, text) => Math.max(length, text.length), 0)
  if (longest === 0) return false
  const size = valuesIn(value, longest)
  return texts.some((text) => text.length >= size && isJsonOf(text, value))
}

/** How many values a value is made of, itself included; one more than `limit` when there are more. */
function valuesIn(value: JsonValue, limit: number): number {
  let count = 0
  everyValue(value, () => ++count <= limit)
  return count
}

function isJsonOf(text: string, value: JsonValue): boolean {
  try {
    return equalJson(JSON.parse(text), value)
  } catch {
    return false
  }
}
