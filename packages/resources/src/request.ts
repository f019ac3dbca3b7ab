import { parseArguments, type JsonObject, type JsonValue } from '@harness-mcp/result-adapter'
import type { ResourceDirectory, ResourceSource } from './directory.js'
import { isJsonObject } from './json.js'
import type { ListMethod } from './pages.js'
import type { McpResourceRequest } from './provider.js'
import { quoted } from './quoted.js'
import type { McpResourceToolName } from './tools.js'

/** What a call of a tool asks for, or a sentence for the model that says why it cannot be asked. */
export type ParsedCall =
  | { ok: true; source: ResourceSource; request: McpResourceRequest }
  | { ok: false; reason: string }

/** Nothing has been sent when this refuses: the server is looked up here, among those that the caller sees. */
export function parseCall(tool: McpResourceToolName, args: unknown, directory: ResourceDirectory): ParsedCall {
  const parsed = parseArguments(args)
  if (!parsed.ok) return parsed
  const found = parseServer(parsed.value['server'], directory)
  if (!found.ok) return found
  const request = parseRequest(tool, parsed.value)
  return request.ok ? { ok: true, source: found.source, request: request.request } : request
}

export type ParsedServer = { ok: true; source: ResourceSource } | { ok: false; reason: string }

export function parseServer(server: unknown, directory: ResourceDirectory): ParsedServer {
  if (typeof server !== 'string') return refusal(`"server" must name one MCP server; ${visible(directory)}`)
  const provider = directory.find(server)
  if (provider !== undefined) return { ok: true, source: { server, provider } }
  return refusal(`no MCP server named ${quoted(server)} is available here; ${visible(directory)}`)
}

function visible(directory: ResourceDirectory): string {
  const servers = directory.servers()
  return servers.length === 0 ? 'there is none' : `available: ${servers.join(', ')}`
}

/**
 * The operation of a program, checked at run time as well: a provider sends what it is given, and nothing but these three
 * operations shall reach a server this way. Keys that belong to none of them are left out.
 */
export function parseOperation(request: unknown): ParsedRequest {
  if (!isJsonObject(request)) return refusal('the request must be an object with a "method"')
  const { method, uri, cursor } = request
  switch (method) {
    case 'resources/read':
      return parseRead(uri)
    case 'resources/list':
    case 'resources/templates/list':
      return parseList(method, cursor)
    default:
      return refusal('"method" must be resources/list, resources/templates/list or resources/read')
  }
}

type ParsedRequest = { ok: true; request: McpResourceRequest } | { ok: false; reason: string }

function parseRequest(tool: McpResourceToolName, args: JsonObject): ParsedRequest {
  switch (tool) {
    case 'read_mcp_resource':
      return parseRead(args['uri'])
    case 'list_mcp_resources':
      return parseList('resources/list', args['cursor'])
    case 'list_mcp_resource_templates':
      return parseList('resources/templates/list', args['cursor'])
  }
}

function parseRead(uri: JsonValue | undefined): ParsedRequest {
  if (typeof uri !== 'string') return refusal('"uri" must be the URI of a document, as a string')
  return { ok: true, request: { method: 'resources/read', uri } }
}

/** Models send `null` for an argument that they leave out; an empty string is a cursor like any other. */
function parseList(method: ListMethod, cursor: JsonValue | undefined): ParsedRequest {
  if (cursor === undefined || cursor === null) return { ok: true, request: { method } }
  if (typeof cursor !== 'string') return refusal('"cursor" must be a string, the nextCursor of an earlier result')
  return { ok: true, request: { method, cursor } }
}

function refusal(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

/** The server that a call names, where it names one. */
export function namedServer(args: unknown): string | undefined {
  const parsed = parseArguments(args)
  const server = parsed.ok ? parsed.value['server'] : undefined
  return typeof server === 'string' ? server : undefined
}
