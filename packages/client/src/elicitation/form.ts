import { type JsonObject, plainLine } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import type { ElicitationField, ElicitationSchema } from './elicitation.js'
import type { Clean } from './clean.js'
import { parseField } from './field.js'
import { isShowable } from './options.js'

const MOST_FIELDS = 64

/** A form to show, or why there is none. */
export type ParsedForm =
  | { readonly ok: true; readonly schema: ElicitationSchema }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads the `requestedSchema` of a question: a flat object of texts, numbers, booleans and choices (MCP specification
 * 2025-11-25, client/elicitation). Anything else is refused: nobody could say which form to show for it. Never throws.
 */
export function parseForm(raw: JsonObject, clean: Clean): ParsedForm {
  const { type = 'object', properties = {}, required } = raw
  if (type !== 'object' || !isJsonObject(properties)) return refused('its schema is not that of a flat object')
  const names = Object.keys(properties)
  if (names.length > MOST_FIELDS) return refused(`it has more than ${MOST_FIELDS} fields`)
  const fields = names.flatMap((name) => namedField(name, properties[name], clean))
  const strange = names.find((_, index) => fields.length < names.length && fields[index]?.[0] !== names[index])
  if (strange !== undefined) return refused(`"${plainLine(strange, 64)}" is no field that a form can have`)
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  if (!needed.every((name) => names.some((known) => known === name)))
    return refused('it requires a field that it does not have')
  return {
    ok: true,
    schema: frozen({
      type: 'object',
      properties: Object.fromEntries(fields),
      required: names.filter((name) => needed.includes(name)),
    }),
  }
}

function refused(reason: string): ParsedForm {
  return { ok: false, reason }
}

function namedField(name: string, raw: unknown, clean: Clean): [string, ElicitationField][] {
  const field = isShowable(name) ? parseField(raw, clean) : undefined
  return field === undefined ? [] : [[name, field]]
}

/** It is handed to the program, and the answer is checked against it. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
