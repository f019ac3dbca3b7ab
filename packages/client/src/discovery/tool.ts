import { publicToolName } from '@harness-mcp/naming'
import { type JsonObject, type JsonValue, plainLine, plainText } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import { sha256 } from '../sha256.js'

/** What a server says of a tool's behaviour. Not to be trusted: nothing may be allowed because of it. */
export interface UntrustedHints {
  /** A name for people, on one line. */
  readonly title?: string
  /** The tool says that it changes nothing. */
  readonly readOnly?: boolean
  /** The tool says that it may undo or delete something. */
  readonly destructive?: boolean
  /** The tool says that a second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean
  /** The tool says that it reaches beyond its server. */
  readonly openWorld?: boolean
}

/** One tool of one server, as a harness sees it. */
export interface McpTool {
  /** The public name: what the model sees, and what `call` takes. */
  readonly name: string
  /** The server's own name: what is sent. */
  readonly rawName: string
  /** The configured name of the server. */
  readonly server: string
  /** Never empty. At most 16 KiB, without control characters. */
  readonly description: string
  /** As the server sent it. A missing schema, `type` or `properties` at the root is filled in. */
  readonly inputSchema: { type: 'object'; [keyword: string]: JsonValue }
  /** As the server sent it; absent when it sent none, or none that is an object. */
  readonly outputSchema?: JsonObject
  /** What the server says of the tool's behaviour; empty when it says nothing. */
  readonly untrustedHints: UntrustedHints
  /** Hexadecimal SHA-256 of name, description and schemas: a tool that comes back with another one has changed. */
  readonly fingerprint: string
  /** The tool can run only as a task, which is not supported: calls are refused. */
  readonly taskRequired: boolean
}

export type ParsedTool =
  | { readonly ok: true; readonly tool: McpTool; readonly characters: number; readonly remark?: string }
  | { readonly ok: false; readonly label: string; readonly reason: string }

/** The specification asks for 128. Globs are matched against names, in time that is no longer linear in them. */
const NAME_CHARACTERS = 1_024
const DESCRIPTION_BYTES = 16_384
/** The longest schema taken, in characters of JSON. A model could read no longer one. */
const SCHEMA_CHARACTERS = 1_000_000

/** Reads one element of a `tools/list` result. Never throws: a tool that cannot be offered says why. */
export function parseTool(server: string, raw: unknown): ParsedTool {
  if (!isJsonObject(raw)) return { ok: false, label: 'an element', reason: 'it is not an object' }
  const rawName = raw['name']
  if (typeof rawName !== 'string' || rawName === '') return { ok: false, label: 'an element', reason: 'it has no name' }
  if (rawName.length > NAME_CHARACTERS) return refused(rawName, `its name has ${rawName.length} characters`)
  const input = parseInputSchema(raw['inputSchema'])
  if (!input.ok) return refused(rawName, input.reason)
  const output = parseOutputSchema(raw['outputSchema'])
  const description = describe(raw, server, rawName)
  const tool: McpTool = Object.freeze({
    name: publicToolName(server, rawName),
    rawName,
    server,
    description,
    inputSchema: input.schema,
    ...(output.schema !== undefined && { outputSchema: output.schema }),
    untrustedHints: parseHints(raw),
    fingerprint: fingerprintOf(rawName, description, input.json, output.json),
    taskRequired: isJsonObject(raw['execution']) && raw['execution']['taskSupport'] === 'required',
  })
  const remark = output.dropped && `the output schema of ${labelOf(rawName)} was dropped: ${output.dropped}`
  const characters = description.length + input.json.length + output.json.length
  return { ok: true, tool, characters, ...(remark && { remark }) }
}

function refused(rawName: string, reason: string): ParsedTool {
  return { ok: false, label: labelOf(rawName), reason }
}

function labelOf(rawName: string): string {
  return `"${plainLine(rawName, 128)}"`
}

function describe(raw: JsonObject, server: string, rawName: string): string {
  const given = typeof raw['description'] === 'string' ? plainText(raw['description'], DESCRIPTION_BYTES).trim() : ''
  return given || `The tool ${plainLine(rawName, 128)} of the MCP server ${server}.`
}

type InputSchema =
  | { readonly ok: true; readonly schema: McpTool['inputSchema']; readonly json: string }
  | { readonly ok: false; readonly reason: string }

function parseInputSchema(raw: unknown): InputSchema {
  if (raw === undefined || raw === null) return { ok: true, schema: { type: 'object', properties: {} }, json: '{}' }
  if (!isJsonObject(raw)) return { ok: false, reason: 'its inputSchema is not an object' }
  const { type, properties } = raw
  if (type !== undefined && type !== 'object')
    return { ok: false, reason: 'the type of its inputSchema is not "object"' }
  if (properties !== undefined && !isJsonObject(properties)) {
    return { ok: false, reason: 'the properties of its inputSchema are not an object' }
  }
  const json = jsonOf(raw)
  if (json === undefined) return { ok: false, reason: 'its inputSchema is nested too deeply' }
  if (json.length > SCHEMA_CHARACTERS) return { ok: false, reason: `its inputSchema has ${json.length} characters` }
  return { ok: true, schema: isComplete(raw) ? raw : filledIn(raw), json }
}

function isComplete(raw: JsonObject): raw is McpTool['inputSchema'] {
  return raw['type'] === 'object' && raw['properties'] !== undefined
}

const COMBINATORS = ['anyOf', 'oneOf', 'allOf', '$ref']

function filledIn(raw: JsonObject): McpTool['inputSchema'] {
  const describesProperties = raw['properties'] !== undefined || COMBINATORS.some((keyword) => keyword in raw)
  return { ...raw, type: 'object', ...(!describesProperties && { properties: {} }) }
}

interface OutputSchema {
  readonly schema?: JsonObject
  readonly json: string
  readonly dropped?: string
}

function parseOutputSchema(raw: unknown): OutputSchema {
  if (raw === undefined || raw === null) return { json: '' }
  if (!isJsonObject(raw)) return { json: '', dropped: 'it is not an object' }
  const json = jsonOf(raw)
  if (json === undefined) return { json: '', dropped: 'it is nested too deeply' }
  if (json.length > SCHEMA_CHARACTERS) return { json: '', dropped: `it has ${json.length} characters` }
  return { schema: raw, json }
}

const NO_HINTS: UntrustedHints = Object.freeze({})

function parseHints(raw: JsonObject): UntrustedHints {
  if (raw['annotations'] === undefined && raw['title'] === undefined) return NO_HINTS
  const annotations = isJsonObject(raw['annotations']) ? raw['annotations'] : {}
  const title = [raw['title'], annotations['title']].find((text) => typeof text === 'string')
  return Object.freeze({
    ...(typeof title === 'string' && { title: plainLine(title, 256) }),
    ...hint('readOnly', annotations['readOnlyHint']),
    ...hint('destructive', annotations['destructiveHint']),
    ...hint('idempotent', annotations['idempotentHint']),
    ...hint('openWorld', annotations['openWorldHint']),
  })
}

function hint(name: Exclude<keyof UntrustedHints, 'title'>, value: unknown): UntrustedHints {
  return typeof value === 'boolean' ? { [name]: value } : {}
}

// JSON holds no raw line break, so two tools that differ differ here too.
function fingerprintOf(rawName: string, description: string, inputJson: string, outputJson: string): string {
  return sha256(`${JSON.stringify([rawName, description])}\n${inputJson}\n${outputJson}`)
}

/** The parser reads any depth; writing it again runs out of stack somewhere, and so would everything behind us. */
function jsonOf(schema: JsonObject): string | undefined {
  try {
    return JSON.stringify(schema)
  } catch {
    return undefined
  }
}
