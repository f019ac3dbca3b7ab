import type { JsonObject } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import type { Redactor } from '../redaction.js'
import type { ElicitationSchema } from './elicitation.js'
import { parseForm } from './form.js'

/** A question that can be put to a person. */
export interface Question {
  readonly message: string
  readonly schema: ElicitationSchema
  /** As the server sent it. */
  readonly raw: JsonObject
}

export type ParsedQuestion =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly reason: string }

/** Reads the parameters of `elicitation/create`. Without a `mode` it is a form; a URL is never opened for a server. */
export function parseQuestion(params: unknown, redact: Redactor): ParsedQuestion {
  if (!isJsonObject(params)) return refused('it has no parameters')
  const { mode = 'form', message, requestedSchema } = params
  if (mode !== 'form') return refused('it is no form, and this client shows forms alone')
  if (typeof message !== 'string') return refused('it has no message')
  if (!isJsonObject(requestedSchema)) return refused('it has no schema')
  const form = parseForm(requestedSchema, redact)
  if (!form.ok) return form
  return { ok: true, question: { message: redact(message), schema: form.schema, raw: requestedSchema } }
}

function refused(reason: string): ParsedQuestion {
  return { ok: false, reason }
}
