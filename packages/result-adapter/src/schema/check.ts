import { isJsonObject, type JsonValue } from '../json.js'
import { kindOf } from '../lossless.js'
import { validatorOf } from './cache.js'
import type { Check } from './compile.js'

/**
 * Checks structured content against the schema that a tool declared. No schema (`undefined` or `null`) leaves it
 * unconstrained; with a usable schema, missing structured content is a mismatch. Never throws.
 */
export function checkOutput(schema: unknown, structuredContent: JsonValue | undefined): Check {
  if (schema === undefined || schema === null) return { kind: 'valid' }
  if (!isJsonObject(schema)) return { kind: 'unchecked', reason: `the schema is ${kindOf(schema)}, not an object` }
  const check = validatorOf(schema)(structuredContent ?? null)
  if (structuredContent !== undefined || check.kind === 'unchecked') return check
  return { kind: 'mismatch', reason: 'structuredContent is missing' }
}
