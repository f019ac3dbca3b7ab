import { createHash } from 'node:crypto'

import { publicToolName } from '@harness-mcp/naming'
import { type JsonObject, type JsonValue, plainLine, plainText } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'

/** What a server says of a tool's behaviour. Not to be trusted: nothing may be allowed because of it. */
export interface UntrustedHints {
  readonly title?: string
  readonly readOnly?: boolean
  readonly destructive?: boolean
  readonly idempotent?: boolean
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
  readonly outputSchema?: JsonObject
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
  const label = `"${plainLine(rawName, 128)}"`
  if (rawName.length > NAME_CHARACTERS) return { ok: false, label, reason: `its name has ${rawName.length} characters` }
  const input = parseInputSchema(raw['inputSchema'])
  if (!input.ok) return { ok: false, label, reason: input.reason }
  const output = parseOutputSchema(raw['outputSchema'])
  const tool: Omit<McpTool, 'fingerprint'> = {
    name: publicToolName(server, rawName),
    rawName,
    server,
    description: describe(raw, server, rawName),
    inputSchema: input.schema,
    ...(output.schema !== undefined && { outputSchema: output.schema }),
    untrustedHints: parseHints(raw),
    taskRequired: isJsonObject(raw['execution']) && raw['execution']['taskSupport'] === 'required',
  }
  const fingerprint = fingerprintOf(rawName, tool, input.json, output.json)
  const remark = output.dropped && `the output schema of ${label} was dropped: ${output.dropped}`
  const characters = tool.description.length + input.json.length + output.json.length
  return { ok: true, tool: Object.freeze({ ...tool, fingerprint }), characters, ...(remark && { remark }) }
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
  const describesProperties = properties !== undefined || COMBINATORS.some((keyword) => keyword in raw)
  return { ok: true, schema: { ...raw, type: 'object', ...(!describesProperties && { properties: {} }) }, json }
}

const COMBINATORS = ['anyOf', 'oneOf', 'allOf', '$ref']

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

function parseHints(raw: JsonObject): UntrustedHints {
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

function fingerprintOf(
  rawName: string,
  { description }: { description: string },
  ...schemas: readonly string[]
): string {
  return createHash('sha256')
    .update(JSON.stringify([rawName, description, ...schemas]))
    .digest('hex')
}

/** The parser reads any depth; writing it again runs out of stack somewhere, and so would everything behind us. */
function jsonOf(schema: JsonObject): string | undefined {
  try {
    return JSON.stringify(schema)
  } catch {
    return undefined
  }
}
