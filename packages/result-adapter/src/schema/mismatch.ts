import type { ErrorObject } from 'ajv'
import { plainLine } from '../plain-text.js'

const MAX_ERRORS = 3
const MAX_PATH_BYTES = 200
const MAX_MESSAGE_BYTES = 300

/** What is wrong with a value, each time with the path: `at structuredContent/items/0: must be string`. */
export function mismatchText(errors: readonly ErrorObject[]): string {
  const texts = new Set(errors.slice(0, MAX_ERRORS).map(errorText))
  return texts.size === 0 ? 'it is not valid' : [...texts].join('; ')
}

function errorText({ instancePath, message = 'is not valid', params }: ErrorObject): string {
  const path = plainLine(`structuredContent${instancePath}`, MAX_PATH_BYTES)
  const culprit: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['allowedValue']
  const detail = culprit === undefined ? '' : ` (${JSON.stringify(culprit)})`
  return `at ${path}: ${plainLine(message + detail, MAX_MESSAGE_BYTES)}`
}
