import { plainLine } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import type { Clean } from './clean.js'
import type {
  ElicitationBoolean,
  ElicitationChoice,
  ElicitationChoices,
  ElicitationField,
  ElicitationNumber,
  ElicitationText,
} from './elicitation.js'
import { misfit } from './misfit.js'
import { isShowable, optionsOf } from './options.js'

type Raw = Readonly<Record<string, unknown>>

/** The longest pattern, in UTF-16 units. A longer one is refused, never cut. */
const LONGEST_PATTERN = 1_024
/** The longest text that is there by default, in UTF-16 units. A longer one is left out: it would be sent unread. */
const LONGEST_DEFAULT = 8_192
const TITLE_BYTES = 256

/**
 * Reads one field of a form; `undefined` when it is none of the kinds that a form can have. A bound or a default that makes
 * no sense is left out: the field can still be shown and filled in.
 */
export function parseField(raw: unknown, clean: Clean): ElicitationField | undefined {
  if (!isJsonObject(raw)) return undefined
  const { type } = raw
  const isChoice = CHOICES.some((keyword) => raw[keyword] !== undefined)
  if (isChoice && (type === undefined || type === 'string')) return choice(raw, clean)
  switch (type) {
    case 'string':
      return text(raw, clean)
    case 'boolean':
      return boolean(raw, clean)
    case 'number':
    case 'integer':
      return number(type, raw, clean)
    case 'array':
      return choices(raw, clean)
    default:
      return undefined
  }
}

const CHOICES = ['enum', 'oneOf', 'anyOf'] as const

function text(raw: Raw, clean: Clean): ElicitationText | undefined {
  const { pattern, default: value } = raw
  if (pattern !== undefined && (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN)) return undefined
  const format = FORMATS.find((known) => known === raw['format'])
  const field: ElicitationText = {
    type: 'string',
    ...words(raw, clean),
    ...countOf(raw, 'minLength'),
    ...countOf(raw, 'maxLength'),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
  }
  const isSeen = typeof value === 'string' && isShowable(value, LONGEST_DEFAULT)
  return isSeen && fits(field, value) ? { ...field, default: value } : field
}

const FORMATS = ['email', 'uri', 'date', 'date-time'] as const

function boolean(raw: Raw, clean: Clean): ElicitationBoolean {
  const { default: value } = raw
  return { type: 'boolean', ...words(raw, clean), ...(typeof value === 'boolean' && { default: value }) }
}

function number(type: 'number' | 'integer', raw: Raw, clean: Clean): ElicitationNumber {
  const { default: value } = raw
  const field = { type, ...words(raw, clean), ...numberOf(raw, 'minimum'), ...numberOf(raw, 'maximum') }
  return typeof value === 'number' && fits(field, value) ? { ...field, default: value } : field
}

function choice(raw: Raw, clean: Clean): ElicitationChoice | undefined {
  const { default: value } = raw
  const oneOf = optionsOf(raw, clean)
  if (oneOf === undefined) return undefined
  const field: ElicitationChoice = { type: 'string', ...words(raw, clean), oneOf }
  return typeof value === 'string' && fits(field, value) ? { ...field, default: value } : field
}

function choices(raw: Raw, clean: Clean): ElicitationChoices | undefined {
  const { items, default: value } = raw
  const anyOf = isJsonObject(items) ? optionsOf(items, clean) : undefined
  if (anyOf === undefined) return undefined
  const counts = { ...countOf(raw, 'minItems'), ...countOf(raw, 'maxItems') }
  const field: ElicitationChoices = { type: 'array', ...words(raw, clean), ...counts, items: { anyOf } }
  const values = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return Array.isArray(value) && fits(field, value) ? { ...field, default: values } : field
}

function fits(field: ElicitationField, value: unknown): boolean {
  return misfit(field, value) === undefined
}

function words({ title, description }: Raw, clean: Clean): { title?: string; description?: string } {
  return {
    ...(typeof title === 'string' && { title: plainLine(clean(title), TITLE_BYTES) }),
    ...(typeof description === 'string' && { description: clean(description) }),
  }
}

function numberOf<Name extends string>(raw: Raw, name: Name): Partial<Record<Name, number>> {
  const bound: Partial<Record<Name, number>> = {}
  const value = raw[name]
  return typeof value === 'number' && Number.isFinite(value) ? Object.assign(bound, { [name]: value }) : bound
}

function countOf<Name extends string>(raw: Raw, name: Name): Partial<Record<Name, number>> {
  const value = raw[name]
  return Number.isSafeInteger(value) && Number(value) >= 0 ? numberOf(raw, name) : {}
}
