import type { JsonObject } from '../json.js'
import { beyondBounds } from './bounds.js'
import { compileSchema, unusable, type Validator } from './compile.js'

const MAX_ENTRIES = 500
const MAX_CHARACTERS = 4_194_304

// Keyed by content, so that the same schema of a refreshed list is the same entry, and bounded, so that a server that
// changes its schemas fills nothing. The least recently used go first: a Map keeps the order of insertion.
const validators = new Map<string, Validator>()
let characters = 0

/** The validator of a schema, compiled when it is first asked for. */
export function validatorOf(schema: JsonObject): Validator {
  const refusal = beyondBounds(schema)
  if (refusal !== undefined) return unusable(refusal)
  const key = textOf(schema)
  if (key === undefined) return unusable('it is not JSON')
  const known = validators.get(key)
  const validator = known ?? compileSchema(schema)
  if (known === undefined) characters += key.length
  validators.delete(key)
  validators.set(key, validator)
  evict()
  return validator
}

function textOf(schema: JsonObject): string | undefined {
  try {
    return JSON.stringify(schema)
  } catch {
    return undefined
  }
}

function evict(): void {
  for (const key of validators.keys()) {
    if (validators.size <= MAX_ENTRIES && characters <= MAX_CHARACTERS) return
    validators.delete(key)
    characters -= key.length
  }
}
