/** The candidate that a person most likely meant, or `undefined` when none is close. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distance(typed.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= Math.max(2, typed.length / 3) ? best.candidate : undefined
}

/** ` Did you mean "x"?`, or what there is to choose from. To be put behind a sentence. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const close = nearest(typed, candidates)
  if (close !== undefined) return ` Did you mean "${close}"?`
  return candidates.length === 0 ? '' : ` There is: ${listed(candidates)}.`
}

const LISTED = 20

function listed(names: readonly string[]): string {
  const rest = names.length - LISTED
  return names.slice(0, LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** The Levenshtein distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let index = 0; index < a.length; index++) {
    const row = [index + 1]
    for (let column = 0; column < b.length; column++) {
      const replaced = (above[column] ?? 0) + (a[index] === b[column] ? 0 : 1)
      row.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1))
    }
    above = row
  }
  return above[b.length] ?? 0
}
