import {
  failureOutcome,
  McpError,
  type JsonValue,
  type McpOutcome,
  type ToolExecution,
} from '@harness-mcp/result-adapter'
import { ask } from './ask.js'
import { runResourceTool } from './call.js'
import { createProviderTable, type ResourceDirectory } from './directory.js'
import { namesSection } from './names-section.js'
import { resourceText } from './projection.js'
import type { McpResourceProvider, McpResourceRequest } from './provider.js'
import { quoted } from './quoted.js'
import { parseOperation, parseServer } from './request.js'
import { RESOURCE_TOOLS, type McpResourceTool } from './tools.js'

/** The documents of many servers behind three tools, for an agent loop without a framework. */
export interface McpResources {
  /**
   * Makes the documents of one server available.
   *
   * @param server The configured name: 1 to 32 characters of `A-Z a-z 0-9 _ -`. It never comes from the server.
   * @param provider What answers for that server.
   * @returns The undo of exactly this registration; calling it again does nothing.
   * @throws McpError `duplicate-server` when the name is taken, and RangeError for an invalid name. Nothing has changed then.
   */
  register(server: string, provider: McpResourceProvider): () => void

  /**
   * The registered names.
   *
   * @returns The names, sorted by code units and frozen.
   */
  servers(): readonly string[]

  /**
   * What to declare to the model.
   *
   * @returns The three tools while there is a server, otherwise none. Frozen; the same array until that changes.
   */
  tools(): readonly McpResourceTool[]

  /**
   * Runs one of the three tools for a model. Without a cursor a list is collected whole, at most 1,000 pages, 100,000
   * items or 64 MiB; when it was cut, `nextCursor` continues it and `_meta` says why.
   *
   * @param name The name of the tool.
   * @param args The arguments as the model gave them: an object, or a JSON string that holds one.
   * @param options `signal` cancels; `callId` is handed to the provider.
   * @returns The outcome. Its content is one text block; `value.structuredContent` is the complete JSON of the protocol
   * result. Bad arguments, unknown names and failures are outcomes too.
   * @throws The reason of the signal when the call was aborted, and nothing else.
   */
  call(name: string, args: unknown, options: McpResourceCallOptions): Promise<McpOutcome>

  /**
   * Runs one operation for a program: one request, one page.
   *
   * @param server The name of a registered server.
   * @param request What to ask.
   * @param options `signal` cancels.
   * @returns The complete JSON of the protocol result.
   * @throws McpError `unknown-server` when no such server is registered, and `tool-error` for anything but the three
   * operations, before the provider is asked; the signal's reason; or what the provider rejects with.
   */
  request(server: string, request: McpResourceRequest, options: { signal: AbortSignal }): Promise<JsonValue>

  /**
   * The paragraph for the system prompt.
   *
   * @returns The names of the servers and how to use them, or '' when there is none. The same names give the same bytes.
   */
  prompt(): string
}

/** What a call brings besides its arguments. */
export interface McpResourceCallOptions {
  /** Cancels the call; it reaches the provider. */
  readonly signal: AbortSignal
  /** The id that the model's API gave the call, handed to the provider as it is. */
  readonly callId?: string
}

const NO_TOOLS: readonly McpResourceTool[] = Object.freeze([])

/**
 * A registry of documents and its three tools, without scopes.
 *
 * @returns An empty registry; nothing is declared and nothing is prompted until a server is registered.
 *
 * @example
 * ```ts
 * import { createMcpResources } from '@harness-mcp/resources'
 *
 * const resources = createMcpResources()
 * const remove = resources.register('notes', {
 *   request: async (request) =>
 *     request.method === 'resources/read'
 *       ? { contents: [{ uri: request.uri, mimeType: 'text/plain', text: 'Buy milk.' }] }
 *       : request.method === 'resources/list'
 *         ? { resources: [{ uri: 'note://1', name: 'Shopping' }] }
 *         : { resourceTemplates: [] },
 * })
 * const { signal } = new AbortController()
 * const outcome = await resources.call('read_mcp_resource', { server: 'notes', uri: 'note://1' }, { signal })
 * console.log(outcome.content)
 * remove()
 * ```
 */
export function createMcpResources(): McpResources {
  const table = createProviderTable()
  return {
    register: (server, provider) => table.add(server, provider),
    servers: () => table.servers(),
    tools: () => (table.isEmpty() ? NO_TOOLS : RESOURCE_TOOLS),
    call: (name, args, options) => callTool({ name, args, options }, table),
    request: (server, request, options) => requestFrom(server, { request, options }, table),
    prompt: () => namesSection(table.servers()),
  }
}

interface PlainCall {
  readonly name: string
  readonly args: unknown
  readonly options: McpResourceCallOptions
}

interface PlainRequest {
  readonly request: McpResourceRequest
  readonly options: McpResourceCallOptions
}

async function callTool(call: PlainCall, directory: ResourceDirectory): Promise<McpOutcome> {
  const { signal } = call.options
  signal.throwIfAborted()
  try {
    return await outcomeOf(call, directory)
  } catch (error) {
    // A provider may report an abort in its own words; the caller is told in the signal's.
    signal.throwIfAborted()
    return failureOf(error)
  }
}

async function outcomeOf({ name, args, options }: PlainCall, directory: ResourceDirectory): Promise<McpOutcome> {
  const tool = RESOURCE_TOOLS.find((known) => known.name === name)
  if (tool === undefined) throw new McpError(`unknown tool ${quoted(name)}`, { code: 'unknown-tool' })
  const { server, value } = await runResourceTool({ tool: tool.name, args, exec: execution(options) }, directory)
  return {
    isError: false,
    content: [{ type: 'text', text: resourceText(server, value) }],
    value: { content: [], structuredContent: value },
  }
}

async function requestFrom(server: string, call: PlainRequest, directory: ResourceDirectory): Promise<JsonValue> {
  const found = parseServer(server, directory)
  if (!found.ok) throw new McpError(found.reason, { code: 'unknown-server', server })
  const parsed = parseOperation(call.request)
  if (!parsed.ok) throw new McpError(`${server}: ${parsed.reason}`, { code: 'tool-error', server })
  return ask(found.source, parsed.request, execution(call.options))
}

function failureOf(error: unknown): McpOutcome {
  if (isMcpError(error)) return failureOutcome(error)
  const message = error instanceof Error ? error.message : 'the provider failed without a reason'
  return failureOutcome(new McpError(message, { code: 'tool-error', cause: error }))
}

function isMcpError(error: unknown): error is McpError {
  return error instanceof McpError
}

/** A new object for each call: its identity is what keeps the pages of one walk on one connection. */
function execution({ signal, callId }: McpResourceCallOptions): ToolExecution {
  return callId === undefined ? { signal } : { signal, callId }
}
