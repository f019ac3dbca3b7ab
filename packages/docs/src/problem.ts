/** Something that a page, or the code behind it, lacks. */
export interface Problem {
  /** A path from the root of the repository, with `/`, and a line where there is one: `docs/naming.md:12`. */
  readonly at: string
  readonly message: string
  /** The command that mends it, when there is one. */
  readonly mend?: string
}

/** One line for each problem, in the order of the files. */
export function listed(problems: readonly Problem[]): string {
  const lines = problems.map(
    ({ at, message, mend }) => `${at}: ${message}${mend === undefined ? '' : `: run \`${mend}\``}`,
  )
  return [...new Set(lines)].toSorted(byPlace).join('\n')
}

function byPlace(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
