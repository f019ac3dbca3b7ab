import type { ErrorObject, Options } from 'ajv'
import { plainLine } from '../plain-text.js'
import type { JsonObject, JsonValue } from '../json.js'
import { withinDeadline } from './deadline.js'
import { dialectOf } from './dialect.js'
import { newEngine, newRe2 } from './engines.js'
import { mismatchText } from './mismatch.js'
import { re2Pattern } from './patterns.js'

const COMPILE_MS = 2_000
const CHECK_MS = 500
const MAX_TESTED_CHARACTERS = 1_000_000

/** Whether a value matches a schema. `unchecked` leaves the value unconstrained, and says why. */
export type Check = { kind: 'valid' } | { kind: 'mismatch'; reason: string } | { kind: 'unchecked'; reason: string }

/** A compiled schema. Never throws. */
export type Validator = (value: JsonValue) => Check

/**
 * Compiles one schema by itself: no other schema is known to its engine, so that equal `$id`s of two tools never meet,
 * and nothing is ever fetched. A schema that cannot be compiled gives a validator that answers `unchecked`. Never throws.
 */
export function compileSchema(schema: JsonObject): Validator {
  const dialect = dialectOf(schema)
  if (!dialect.ok) return unusable(dialect.reason)
  try {
    const validate = withinDeadline(COMPILE_MS, () => newEngine(dialect.dialect, OPTIONS).compile(schema))
    // An asynchronous validator answers with a promise, which would count as a match and reject unheard.
    if ('$async' in validate) return unusable('it is asynchronous')
    return (value) => check(value, validate)
  } catch (error) {
    return unusable(messageOf(error))
  }
}

const OPTIONS: Options = {
  strict: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
  // To optimize takes time quadratic in the number of properties: with 1,200 of them, most of the time there is.
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }), optimize: false },
}

function linearPattern(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = newRe2(re2Pattern(source))
  return {
    test(text) {
      if (text.length <= MAX_TESTED_CHARACTERS) return pattern.test(text)
      throw new RangeError(`a text is longer than the ${MAX_TESTED_CHARACTERS} characters that a pattern is tested on`)
    },
    // Ajv takes patterns for equal when their texts are.
    toString: () => source,
  }
}

function check(value: JsonValue, validate: { (value: unknown): unknown; errors?: ErrorObject[] | null }): Check {
  try {
    if (withinDeadline(CHECK_MS, () => validate(value)) === true) return { kind: 'valid' }
    return { kind: 'mismatch', reason: mismatchText(validate.errors ?? []) }
  } catch (error) {
    return { kind: 'unchecked', reason: messageOf(error) }
  }
}

/** The validator of a schema that cannot be used. */
export function unusable(reason: string): Validator {
  return () => ({ kind: 'unchecked', reason: `the schema cannot be used: ${plainLine(reason, 300)}` })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? plainLine(error.message, 300) : 'the validator failed'
}
