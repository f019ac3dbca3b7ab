import type { JsonObject, JsonValue, ToolExecution } from '@harness-mcp/result-adapter'
import { runResourceTool } from './call.js'
import type { ResourceDirectory } from './directory.js'
import { resourceText } from './projection.js'
import { namedServer } from './request.js'
import { RESOURCE_TOOLS, type McpResourceTool } from './tools.js'

/** A tool as a registry harness takes it; assignable to `ToolDefinition` of `@deepseek-ai/dsh-tools`. */
export interface ResourceToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly output: {
    readonly schema: JsonObject
    render(args: unknown, value: JsonValue): { type: 'text'; text: string }[]
  }
  /** Resolves to the complete JSON of the protocol result. */
  execute(args: unknown, exec: ToolExecution): Promise<JsonValue>
  isConcurrencySafe(args: unknown): boolean
}

/** The three tools for a registry. Who calls decides what they see, so one set of definitions serves every scope. */
export function resourceToolDefinitions(
  visibleTo: (agent: unknown) => ResourceDirectory,
): readonly ResourceToolDefinition[] {
  return RESOURCE_TOOLS.map((tool) => definitionOf(tool, visibleTo))
}

function definitionOf(tool: McpResourceTool, visibleTo: (agent: unknown) => ResourceDirectory): ResourceToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    output: {
      // Any JSON: what a server adds to a result must not cost the result.
      schema: {},
      render: (args, value) => [{ type: 'text', text: resourceText(namedServer(args) ?? 'unknown', value) }],
    },
    execute: async (args, exec) =>
      (await runResourceTool({ tool: tool.name, args, exec }, visibleTo(exec.agent))).value,
    isConcurrencySafe: () => true,
  }
}
