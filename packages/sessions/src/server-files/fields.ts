import { SYNONYMS, TYPES } from './spelling.js'
import { type Fields, isList, isRecord } from './values.js'

/** The fields of one server under this package's names and in its shapes, or why they cannot be. */
export type Respelled = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reason: string }

/** Brings one server from any of the documented spellings into this package's own. `remarks` gets what was not kept. */
export function respell(raw: Fields, remarks: string[]): Respelled {
  const fields = renamed(raw, remarks)
  spreadCommand(fields)
  moveEnabled(fields)
  moveFilters(fields, remarks)
  writeOut(fields, remarks)
  return moveType(fields, raw, remarks)
}

/** Of two spellings of one field lists are joined, and else the own one wins. `null` is what an empty form leaves. */
function renamed(raw: Fields, remarks: string[]): Fields {
  const given = Object.entries(raw).filter(([, value]) => value !== null)
  const fields = new Map(given.filter(([key]) => !SYNONYMS.has(key)))
  for (const [key, value] of given) {
    const name = SYNONYMS.get(key)
    if (name === undefined) continue
    const there = fields.get(name)
    if (there === undefined) fields.set(name, value)
    else if (isList(there) && isList(value)) fields.set(name, [...new Set([...there, ...value])])
    else if (there !== value) remarks.push(`"${key}" is left out: there is another ${name}`)
  }
  return Object.fromEntries(fields)
}

/** Some write the command as an object, or as one list with its arguments. */
function spreadCommand(fields: Fields): void {
  const { command } = fields
  if (isList(command)) {
    const [program, ...args] = command
    Object.assign(fields, { command: program, args: joined(args, fields['args']) })
  } else if (isRecord(command)) {
    const { path, args, env } = command
    Object.assign(fields, { command: path, args: joined(args ?? [], fields['args']), env: fields['env'] ?? env ?? {} })
  }
}

function joined(first: unknown, then: unknown): unknown {
  return isList(first) && isList(then) ? [...first, ...then] : (then ?? first)
}

/** A server that is off in either spelling is off. What is neither true nor false is for the schema to refuse. */
function moveEnabled(fields: Fields): void {
  const { enabled } = fields
  delete fields['enabled']
  if (enabled === false) fields['disabled'] = true
  else if (enabled !== undefined && enabled !== true) fields['disabled'] = enabled
}

/** What is denied in any spelling is denied. */
function moveFilters(fields: Fields, remarks: string[]): void {
  const { tools, includeTools, excludeTools, disabledTools } = fields
  const own = isRecord(tools) ? tools : {}
  const allow = isList(tools) ? tools : own['allow']
  if (allow !== undefined && includeTools !== undefined) {
    remarks.push('"includeTools" is left out: there is another list of the tools that are offered')
  }
  const deny = [own['deny'], excludeTools, disabledTools].filter((list) => list !== undefined).flat()
  const moved = {
    ...own,
    ...((allow ?? includeTools) !== undefined && { allow: allow ?? includeTools }),
    ...((deny.length > 0 || own['deny'] !== undefined) && { deny }),
  }
  for (const key of ['includeTools', 'excludeTools', 'disabledTools']) delete fields[key]
  if (Object.keys(moved).length > 0) fields['tools'] = moved
}

/** A number is written where a text is meant, as VS Code takes it: a port among the arguments or the variables. */
function writeOut(fields: Fields, remarks: string[]): void {
  const { args } = fields
  if (isList(args)) fields['args'] = args.map(written)
  for (const key of ['env', 'headers']) {
    const texts = fields[key]
    if (!isRecord(texts)) continue
    const kept = Object.entries(texts).filter(([, value]) => value !== null)
    const lost = Object.keys(texts).filter((name) => texts[name] === null)
    remarks.push(...lost.map((name) => `${key}: ${JSON.stringify(name.slice(0, 64))} is left out: it is null`))
    fields[key] = Object.fromEntries(kept.map(([name, value]) => [name, written(value)]))
  }
}

function written(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

function moveType(fields: Fields, raw: Fields, remarks: string[]): Respelled {
  const { type, url } = fields
  if (type !== undefined) {
    const known = typeof type === 'string' ? TYPES.get(type.toLowerCase().replaceAll(/[-_]/g, '')) : undefined
    if (known === undefined) return { ok: false, reason: 'its type is none of stdio, http, streamable-http and sse' }
    fields['type'] = known
  } else if (typeof url === 'string' && !('httpUrl' in raw) && /\/sse\/?(?:[?#]|$)/.test(url)) {
    fields['type'] = 'sse'
    remarks.push('it has no type, and is taken for sse because its URL ends in /sse')
  }
  return { ok: true, fields }
}
