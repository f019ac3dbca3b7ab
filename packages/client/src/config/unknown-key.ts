import { plainLine } from '@harness-mcp/result-adapter'
import type { z } from 'zod'

/** What is shown of a key, in bytes, and how many keys are named. */
const SHOWN_BYTES = 64
const MOST_NAMED = 20

/** An error for unknown keys that names each, with the nearest key that exists. Other issues keep their own text. */
export function unknownKey(known: readonly string[]): z.core.$ZodErrorMap {
  return (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined
    const named = issue.keys
      .slice(0, MOST_NAMED)
      .map((key) => `unknown key "${plainLine(key, SHOWN_BYTES)}"${suggestion(key, known)}`)
    const more = issue.keys.length - named.length
    const guessed = more === 0 && named.every((text) => text.endsWith('?'))
    return (
      [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') +
      (guessed ? '' : ` (known: ${known.join(', ')})`)
    )
  }
}

function suggestion(key: string, known: readonly string[]): string {
  const [nearest] = known
    // Nobody mistypes a key into one that is several times as long, and the distance costs the product of both lengths.
    .filter((candidate) => key.length <= 3 * candidate.length)
    .map((candidate) => ({ candidate, distance: distance(key.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const close = nearest !== undefined && nearest.distance <= Math.max(2, key.length / 3)
  return close ? `: did you mean "${nearest.candidate}"?` : ''
}

/** The Levenshtein distance, on keys that a person typed. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
