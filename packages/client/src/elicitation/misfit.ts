import type { ElicitationField, ElicitationOption, ElicitationText } from './elicitation.js'
import { hasFormat } from './formats.js'

/** Why a value is none for a field; `undefined` when it is one. Never quotes the value: a person typed it in. */
export function misfit(field: ElicitationField, value: unknown): string | undefined {
  switch (field.type) {
    case 'string':
      if (typeof value !== 'string') return 'expected a text'
      return 'oneOf' in field ? misfitChoice(field.oneOf, value) : misfitText(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'expected true or false'
    case 'number':
    case 'integer':
      return misfitNumber(field, value)
    case 'array':
      return misfitChoices(field, value)
  }
}

function misfitText({ minLength, maxLength, format }: ElicitationText, value: string): string | undefined {
  // JSON Schema counts characters, and not the halves of which some of them are made.
  const length = Array.from(value).length
  if (minLength !== undefined && length < minLength) return `expected ${minLength} characters at least`
  if (maxLength !== undefined && length > maxLength) return `expected ${maxLength} characters at most`
  if (format !== undefined && !hasFormat(format, value)) return `expected the format "${format}"`
  return undefined
}

type NumberField = Extract<ElicitationField, { readonly type: 'number' | 'integer' }>

function misfitNumber({ type, minimum, maximum }: NumberField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'expected a number'
  if (type === 'integer' && !Number.isInteger(value)) return 'expected a whole number'
  if (minimum !== undefined && value < minimum) return `expected ${minimum} at least`
  if (maximum !== undefined && value > maximum) return `expected ${maximum} at most`
  return undefined
}

function misfitChoice(options: readonly ElicitationOption[], value: unknown): string | undefined {
  return options.some((option) => option.const === value) ? undefined : 'expected one of the offered values'
}

type ChoicesField = Extract<ElicitationField, { readonly type: 'array' }>

function misfitChoices({ items, minItems, maxItems }: ChoicesField, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'expected a list'
  if (minItems !== undefined && value.length < minItems) return `expected ${minItems} values at least`
  if (maxItems !== undefined && value.length > maxItems) return `expected ${maxItems} values at most`
  return value.every((one: unknown) => misfitChoice(items.anyOf, one) === undefined)
    ? undefined
    : 'expected values that are offered'
}
