import { createMcpToolDefinition, type JsonObject, type ToolExecution } from '@harness-mcp/result-adapter'

import { type CallParts, callTool } from '../calls/calls.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { McpTool } from '../discovery/tool.js'
import type { HarnessTool, McpHarness } from './harness.js'

/** Calls a tool for a registry and gives its raw result. */
export type CallForRegistry = (tool: McpTool, args: JsonObject, exec: ToolExecution) => Promise<unknown>

/** Registers tools with a harness, where there is one. Each gives its undo. */
export function toolRegistrar(harness: McpHarness | undefined, calls: CallParts): (tool: McpTool) => () => void {
  if (harness === undefined) return () => () => {}
  const call: CallForRegistry = (tool, args, { signal, callId }) => callTool(calls, tool, args, { signal, callId })
  return (tool) => harness.tools.register(harnessTool(harness, calls.config, tool, call))
}

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
