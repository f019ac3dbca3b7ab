import type { McpOutcome, McpTool } from '@harness-mcp/client'

/** One server, or a session. */
export interface ToolSource {
  tools(): readonly object[]
  call(name: string, args: unknown): Promise<McpOutcome>
}

export function call(source: ToolSource, rawName: string, args: object = {}): Promise<McpOutcome> {
  return source.call(offered(source, rawName).name, args)
}

export function offered(source: ToolSource, rawName: string): McpTool {
  const tool = source
    .tools()
    .filter(isServerTool)
    .find((candidate) => candidate.rawName === rawName)
  if (tool === undefined) throw new Error(`the tool "${rawName}" is not offered`)
  return tool
}

export function expectText(outcome: McpOutcome, expected: string): void {
  const text = textOf(outcome)
  if (outcome.isError || text !== expected) throw new Error(`the model reads "${text}" instead of "${expected}"`)
}

export function textOf({ content }: McpOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.mediaType}]`)).join('\n')
}

/** A session offers tools of its own besides. */
function isServerTool(tool: object): tool is McpTool {
  return 'rawName' in tool
}
