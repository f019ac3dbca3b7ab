import { oauthEntry } from '../oauth/settings.js'
import { type Expanded, expand, placeholdersIn } from './variables.js'
import { NOT_TAKEN, SYNONYMS, TYPES, WITHOUT_EFFECT } from './spelling.js'

/** One server of a file in this package's own spelling, unchecked, or why it cannot be one. Each remark is a sentence. */
export type Translated =
  | { readonly ok: true; readonly entry: Readonly<Record<string, unknown>>; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: string }

export type Variables = Readonly<Record<string, string | undefined>>

type Fields = Record<string, unknown>

/** Translates one server from any of the documented spellings. `known` are the fields that a map takes. */
export function translate(raw: unknown, known: ReadonlySet<string>, variables: Variables | undefined): Translated {
  if (!isRecord(raw)) return { ok: false, reason: 'it is not an object' }
  const remarks: string[] = []
  const fields = renamed(raw)
  spreadCommand(fields)
  moveEnabled(fields)
  moveFilters(fields)
  const type = moveType(fields, raw, remarks)
  if (!type.ok) return type
  dropUnknown(fields, known, remarks)
  takeOAuth(fields, remarks)
  const missing = variables === undefined ? noteVariables(fields, remarks) : fillIn(fields, variables)
  if (missing.length === 0) return { ok: true, entry: fields, remarks }
  return { ok: false, reason: `nothing is known for ${[...new Set(missing)].join(', ')}` }
}

function renamed(raw: Fields): Fields {
  // The own spelling wins over a synonym beside it.
  const others = Object.entries(raw).map(([key, value]) => [SYNONYMS.get(key) ?? key, value] as const)
  const own = Object.entries(raw).filter(([key]) => !SYNONYMS.has(key))
  return { ...Object.fromEntries(others), ...Object.fromEntries(own) }
}

/** Some write the command as an object, or as one list with its arguments. */
function spreadCommand(fields: Fields): void {
  const { command } = fields
  if (isList(command)) {
    const [program, ...args] = command
    Object.assign(fields, { command: program, args: fields['args'] ?? args })
  } else if (isRecord(command)) {
    const { path, args, env } = command
    Object.assign(fields, { command: path, args: fields['args'] ?? args ?? [], env: fields['env'] ?? env ?? {} })
  }
}

function moveEnabled(fields: Fields): void {
  if ('enabled' in fields && fields['enabled'] !== true) fields['disabled'] ??= true
  delete fields['enabled']
}

function moveFilters(fields: Fields): void {
  const { tools, includeTools, excludeTools, disabledTools } = fields
  const deny = [excludeTools, disabledTools].filter((list) => list !== undefined).flat()
  const moved = {
    ...(includeTools !== undefined && { allow: includeTools }),
    ...(deny.length > 0 && { deny }),
    ...(isList(tools) && { allow: tools }),
    ...(isRecord(tools) && tools),
  }
  for (const key of ['includeTools', 'excludeTools', 'disabledTools']) delete fields[key]
  if (Object.keys(moved).length > 0) fields['tools'] = moved
}

type MovedType = { readonly ok: true } | { readonly ok: false; readonly reason: string }

function moveType(fields: Fields, raw: Fields, remarks: string[]): MovedType {
  const { type, url } = fields
  if (type !== undefined) {
    const known = TYPES.get(type)
    if (known === undefined) return { ok: false, reason: 'its type is none of stdio, http, streamable-http and sse' }
    fields['type'] = known
  } else if (typeof url === 'string' && !('httpUrl' in raw) && /\/sse\/?(?:[?#]|$)/.test(url)) {
    fields['type'] = 'sse'
    remarks.push('it has no type, and is taken for sse because its URL ends in /sse')
  }
  return { ok: true }
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
    const expanded: Expanded = expand(text, variables)
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

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
