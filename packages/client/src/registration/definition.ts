import { createMcpToolDefinition, type JsonObject, type ToolExecution } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from '../config/schema.js'
import type { McpTool } from '../discovery/tool.js'
import type { HarnessTool, McpHarness } from './harness.js'

/** Calls a tool for a registry and gives its raw result. */
export type CallForRegistry = (tool: McpTool, args: JsonObject, exec: ToolExecution) => Promise<unknown>

/** A tool as a harness registers it. */
export function harnessTool(
  harness: McpHarness,
  config: ResolvedConfig,
  tool: McpTool,
  call: CallForRegistry,
): HarnessTool {
  const host = { get: (service: string) => harness.get?.(service) }
  const definition = createMcpToolDefinition(host, {
    name: tool.name,
    rawName: tool.rawName,
    server: tool.server,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: { readOnlyHint: tool.untrustedHints.readOnly },
    maxModelBytes: config.maxModelBytes,
    taskRequired: tool.taskRequired,
    call: (args, exec) => call(tool, args, exec),
  })
  return { ...definition, mcp: tool }
}
