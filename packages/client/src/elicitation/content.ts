import { type JsonObject, projectResult } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import type { ElicitationSchema, ElicitationValue } from './elicitation.js'
import { misfit } from './misfit.js'

/** The content to send, or why there is none. */
export type Filled =
  | { readonly ok: true; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly ok: false; readonly reason: string }

/**
 * What to send for what a person filled in: a copy with the defaults of the fields that were left out (SEP-1034), checked
 * against the form. `raw` is the schema as the server sent it, for the keywords that a form does not know. A reason never
 * quotes what was filled in.
 */
export function fill({ properties, required }: ElicitationSchema, given: unknown, raw: JsonObject): Filled {
  // A FormData or a Map has no fields of its own: what a person typed in would get lost without a word.
  if (!isJsonObject(given) || Symbol.iterator in given)
    return wrong('content: expected an object with a member for each field')
  const values = new Map<string, ElicitationValue>()
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (value === undefined) continue
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    // Nobody asked for it: a misspelt name, or something that the server should not get.
    if (field === undefined) return wrong(`content.${name}: the form has no such field`)
    const fault = misfit(field, value)
    const copy = copyOf(value)
    if (fault !== undefined || copy === undefined) return wrong(`content.${name}: ${fault}`)
    values.set(name, copy)
  }
  for (const [name, field] of Object.entries(properties)) {
    if (!values.has(name) && field.default !== undefined) values.set(name, field.default)
  }
  const missing = required.find((name) => !values.has(name))
  if (missing !== undefined) return wrong(`content.${missing}: it is required, and has no default`)
  return checked(Object.fromEntries(values), raw)
}

function wrong(reason: string): Filled {
  return { ok: false, reason }
}

/** What has been looked at is what is sent, whatever the program does to its object afterwards. */
function copyOf(value: unknown): ElicitationValue | undefined {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** Patterns and whatever else JSON Schema has, by the validator of results: it is bounded, and patterns take linear time. */
function checked(content: Readonly<Record<string, ElicitationValue>>, raw: JsonObject): Filled {
  const outcome = projectResult({ content: [], structuredContent: content }, { outputSchema: raw })
  if (outcome.code === undefined) return { ok: true, content }
  const text = outcome.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  const [, fault = ': it does not match the schema'] = /at structuredContent(.*)\.$/m.exec(text) ?? []
  return wrong(`content${fault.replace(/^\//, '.')}`)
}
