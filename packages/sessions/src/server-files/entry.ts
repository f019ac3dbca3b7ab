import { oauthEntry } from '../oauth/settings.js'
import { respell } from './fields.js'
import { NOT_TAKEN, WITHOUT_EFFECT } from './spelling.js'
import { type Fields, isRecord } from './values.js'
import { expand, placeholdersIn, type Variables } from './variables.js'

/** One server of a file in this package's own spelling, unchecked, or why it cannot be one. Each remark is a sentence. */
export type Translated =
  | { readonly ok: true; readonly entry: Readonly<Record<string, unknown>>; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: string }

/** Translates one server from any of the documented spellings. `known` are the fields that a map takes. */
export function translate(raw: unknown, known: ReadonlySet<string>, variables: Variables | undefined): Translated {
  if (!isRecord(raw)) return { ok: false, reason: 'it is not an object' }
  const remarks: string[] = []
  const respelled = respell(raw, remarks)
  if (!respelled.ok) return respelled
  const { fields } = respelled
  dropUnknown(fields, known, remarks)
  takeOAuth(fields, remarks)
  const missing = variables === undefined ? noteVariables(fields, remarks) : fillIn(fields, variables)
  if (missing.length === 0) return { ok: true, entry: fields, remarks }
  return { ok: false, reason: `nothing is known for ${[...new Set(missing)].join(', ')}` }
}

function dropUnknown(fields: Fields, known: ReadonlySet<string>, remarks: string[]): void {
  for (const key of Object.keys(fields)) {
    if (known.has(key)) continue
    delete fields[key]
    if (WITHOUT_EFFECT.has(key)) continue
    const why = NOT_TAKEN.get(key) ?? 'it is not known here'
    remarks.push(`${JSON.stringify(key.slice(0, 64))} is left out: ${why}`)
  }
}

const OAUTH_KNOWN: ReadonlySet<string> = new Set(Object.keys(oauthEntry.shape))

/** Some have more to say of OAuth, and some say it of a local server. */
function takeOAuth(fields: Fields, remarks: string[]): void {
  const { oauth } = fields
  if (oauth === undefined) return
  delete fields['oauth']
  if (!isRecord(oauth) || !('url' in fields)) {
    remarks.push('"oauth" is left out: expected an object, beside a url')
    return
  }
  const taken = { ...oauth }
  const inner: string[] = []
  dropUnknown(taken, OAUTH_KNOWN, inner)
  fields['oauth'] = taken
  remarks.push(...inner.map((remark) => `oauth: ${remark}`))
}

function noteVariables(fields: Fields, remarks: string[]): string[] {
  const found = new Set<string>()
  mapStrings(fields, (text) => {
    for (const placeholder of placeholdersIn(text)) found.add(placeholder)
    return text
  })
  if (found.size > 0)
    remarks.push(`${[...found].join(', ')} stays as it is: variables are filled in only when asked for`)
  return []
}

function fillIn(fields: Fields, variables: Variables): string[] {
  const missing: string[] = []
  const filled = mapStrings(fields, (text) => {
    const expanded = expand(text, variables)
    if (expanded.ok) return expanded.text
    missing.push(...expanded.missing)
    return text
  })
  if (isRecord(filled)) Object.assign(fields, filled)
  return missing
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, map))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, mapStrings(element, map)]))
}
