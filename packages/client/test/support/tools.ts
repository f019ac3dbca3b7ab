import { type McpTool, parseTool } from '../../src/discovery/tool.js'

/** A tool as discovery would give it. */
export function discovered(name: string, more: Readonly<Record<string, unknown>> = {}): McpTool {
  const parsed = parseTool('lab', { name, ...more })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.tool
}

export function byName(a: McpTool, b: McpTool): number {
  return a.name < b.name ? -1 : 1
}
