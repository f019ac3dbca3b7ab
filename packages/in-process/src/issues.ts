/** What zod and Standard Schema say of one wrong place. */
export interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  /** The issues of each branch of a union. */
  readonly errors?: readonly (readonly Issue[])[]
}

const MOST_ISSUES = 10
const MOST_CHARACTERS = 4_000

/** The wrong places in one line, each with its path: `city: expected string; days.0: too small`. */
export function describeIssues(issues: readonly Issue[]): string {
  const places = issues.flatMap((issue) => placesOf(issue, []))
  const more = places.length > MOST_ISSUES ? [`and ${places.length - MOST_ISSUES} more`] : []
  return bounded([...places.slice(0, MOST_ISSUES), ...more].join('; '))
}

function placesOf({ message, path = [], errors }: Issue, above: readonly PropertyKey[]): string[] {
  const here = [...above, ...path.map((step) => (typeof step === 'object' ? step.key : step))]
  const meant = errors && meantBranch(errors)
  if (meant) return meant.flatMap((issue) => placesOf(issue, here))
  return [here.length === 0 ? message : `${here.map(String).join('.')}: ${message}`]
}

/** A union says of every branch why it is not that one. Where only one has the right `type`, the others explain nothing. */
function meantBranch(errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = errors.filter((branch) => !branch.some(({ path }) => path?.length === 1 && path[0] === 'type'))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** What was thrown, in words. */
export function describeThrown(thrown: unknown): string {
  try {
    return bounded(textOf(thrown)) || 'it failed without saying why'
  } catch {
    return 'it failed with a value that cannot be shown'
  }
}

function textOf(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return ''
  if (thrown instanceof Error) return thrown.message || thrown.name
  return typeof thrown === 'string' ? thrown : JSON.stringify(thrown)
}

function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
}
