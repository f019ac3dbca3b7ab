/** The largest schema that is compiled: JSON values in it, levels of nesting, and UTF-16 units of text. */
export const SCHEMA_BOUNDS = { values: 5_000, depth: 64, characters: 262_144 } as const

/** Why a schema is too large to compile; `undefined` when it is not. Stops looking at the first bound that it meets. */
export function beyondBounds(schema: object): string | undefined {
  let values = 0
  let characters = 0
  let level: unknown[] = [schema]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > SCHEMA_BOUNDS.depth) return `it is nested deeper than ${SCHEMA_BOUNDS.depth} levels`
    values += level.length
    if (values > SCHEMA_BOUNDS.values) return `it has more than ${SCHEMA_BOUNDS.values} values`
    for (const value of level) characters += ownCharacters(value)
    if (characters > SCHEMA_BOUNDS.characters) return `it has more than ${SCHEMA_BOUNDS.characters} characters`
    level = level.flatMap(childrenOf)
  }
  return undefined
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
  return Object.keys(value).reduce((sum, key) => sum + key.length, 0)
}
