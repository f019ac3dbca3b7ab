import { type JsonObject, plainLine, plainText } from '@harness-mcp/result-adapter'
import { desktopError } from './errors.js'
import { isJsonObject } from './json.js'

/** One tool of the driver, as a model is told about it and as a program may judge it. */
export interface DesktopTool {
  /** The public name. */
  readonly name: string
  /** The driver's own name. */
  readonly rawName: string
  /** What the model reads of it. */
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject
  /** What the driver says of its behaviour. */
  readonly hints: DesktopToolHints
}

/** What the driver says of a tool, for permission steps. Absent where it says nothing. */
export interface DesktopToolHints {
  /** It changes nothing. */
  readonly readOnly?: boolean
  /** It may undo or delete something. */
  readonly destructive?: boolean
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean
  /** It reaches beyond the driver: applications, pages, files. */
  readonly openWorld?: boolean
}

/** The tools that can be used, and a sentence for each that cannot. */
export interface Catalog {
  readonly tools: readonly DesktopTool[]
  readonly problems: readonly string[]
}

/** What the catalog is read with. */
export interface CatalogRules {
  readonly prefix: string
  /** Whether a raw name is offered. */
  readonly offers: (rawName: string) => boolean
}

const MAX_PROBLEMS = 20

/**
 * Reads the driver's catalog, the JSON of `{ tools: […] }`. A tool that cannot be used costs only itself.
 *
 * @throws DesktopError `start-failed` when there is no list of tools at all.
 */
export function parseCatalog(json: string, { prefix, offers }: CatalogRules): Catalog {
  const tools = new Map<string, DesktopTool>()
  const problems: string[] = []
  for (const [index, item] of toolList(json).entries()) {
    const parsed = parseTool(item, prefix)
    if (!parsed.ok) problems.push(`${parsed.who ?? `tool ${index + 1}`} is left out: ${parsed.reason}`)
    else if (tools.has(parsed.tool.rawName)) problems.push(`a second ${quoted(parsed.tool.rawName)} is left out`)
    else tools.set(parsed.tool.rawName, parsed.tool)
  }
  return { tools: [...tools.values()].filter(({ rawName }) => offers(rawName)), problems: bounded(problems) }
}

function toolList(json: string): readonly unknown[] {
  const catalog = parsedJson(json)
  const tools = isJsonObject(catalog) ? catalog['tools'] : undefined
  if (Array.isArray(tools)) return tools
  throw desktopError('start-failed', 'the catalog of the driver is not a list of tools')
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw desktopError('start-failed', 'the catalog of the driver is not JSON', cause)
  }
}

type ParsedTool =
  | { readonly ok: true; readonly tool: DesktopTool }
  | { readonly ok: false; readonly who?: string; readonly reason: string }

function parseTool(item: unknown, prefix: string): ParsedTool {
  if (!isJsonObject(item)) return { ok: false, reason: 'it is no object' }
  const { name: rawName, description, inputSchema, annotations } = item
  if (typeof rawName !== 'string' || rawName === '') return { ok: false, reason: 'it has no name' }
  const name = `${prefix}__${rawName}`
  if (!PUBLIC_NAME.test(name)) return refused(rawName, 'its name is not fit for a model')
  if (!isJsonObject(inputSchema) || inputSchema['type'] !== 'object') {
    return refused(rawName, 'it has no input schema of an object')
  }
  const text = typeof description === 'string' ? plainText(description, MAX_DESCRIPTION_BYTES).trim() : ''
  return {
    ok: true,
    // Without its output schema: results break what the driver declares for them (the position of a cursor that is not
    // shown is null), and a call that has run must not fail for that.
    tool: {
      name,
      rawName,
      description: text === '' ? `The tool ${rawName} has no description.` : text,
      inputSchema,
      hints: hintsOf(annotations),
    },
  }
}

/** What the APIs of models accept as the name of a tool. */
const PUBLIC_NAME = /^[A-Za-z0-9_-]{1,64}$/
const MAX_DESCRIPTION_BYTES = 16_384

function refused(rawName: string, reason: string): ParsedTool {
  return { ok: false, who: quoted(rawName), reason }
}

function hintsOf(annotations: unknown): DesktopToolHints {
  if (!isJsonObject(annotations)) return {}
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnly: readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructive: destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotent: idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorld: openWorldHint }),
  }
}

function bounded(problems: readonly string[]): readonly string[] {
  const more = problems.length - MAX_PROBLEMS
  return more <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), `and ${more} more tools are left out`]
}

function quoted(rawName: string): string {
  return JSON.stringify(plainLine(rawName, 100))
}
