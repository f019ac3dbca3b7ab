import { McpError, type JsonValue, type ToolExecution } from '@harness-mcp/result-adapter'
import { ask } from './ask.js'
import type { ResourceDirectory } from './directory.js'
import { collectPages } from './pages.js'
import { parseCall } from './request.js'
import type { McpResourceToolName } from './tools.js'

/** One call of one of the three tools. */
export interface ResourceToolCall {
  readonly tool: McpResourceToolName
  readonly args: unknown
  readonly exec: ToolExecution
}

/** The complete JSON of the protocol result, and the server it came from. */
export interface ResourceToolResult {
  readonly server: string
  readonly value: JsonValue
}

/** @throws McpError `tool-error` when the arguments cannot be used; otherwise whatever the provider rejects with. */
export async function runResourceTool(
  call: ResourceToolCall,
  directory: ResourceDirectory,
): Promise<ResourceToolResult> {
  const parsed = parseCall(call.tool, call.args, directory)
  if (!parsed.ok) throw new McpError(parsed.reason, { code: 'tool-error' })
  const { source, request } = parsed
  const isWalk = request.method !== 'resources/read' && request.cursor === undefined
  const value = isWalk ? await collectPages(source, request.method, call.exec) : await ask(source, request, call.exec)
  return { server: source.server, value }
}
