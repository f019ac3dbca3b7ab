import { plainLine } from '@harness-mcp/result-adapter'

import { sessionError } from '../errors.js'
import { byName } from './toolbox.js'

/**
 * One list of declarations: the harness's own tools first and MCP tools after, each group by name in code units. The order
 * is a function of the names alone, so that a prompt cache survives whatever order servers come up in.
 *
 * @param own - the harness's own tools, in any order and shape that has a `name`.
 * @param mcp - MCP tools, such as `session.tools()`.
 * @returns a new array.
 * @throws McpError of code `name-conflict` when two tools have one name: model APIs refuse the whole request then, and
 * leaving one out would be a tool lost without a word.
 *
 * @example
 * ```ts
 * import { createMcpSession, orderTools } from '@harness-mcp/sessions'
 *
 * const mcp = await createMcpSession({ mcpServers: {} })
 * const declared = orderTools([{ name: 'shell', description: 'Runs a command.' }], mcp.tools())
 * ```
 */
export function orderTools<Own extends { readonly name: string }, Mcp extends { readonly name: string }>(
  own: readonly Own[],
  mcp: readonly Mcp[],
): (Own | Mcp)[] {
  const seen = new Map<string, string>()
  for (const [side, tools] of [["the harness's own", own] as const, ['the MCP', mcp] as const]) {
    for (const tool of tools) {
      const label = `${side} tool ${described(tool)}`
      const twin = seen.get(tool.name)
      if (twin !== undefined) throw conflict(tool.name, twin, label)
      seen.set(tool.name, label)
    }
  }
  return [...own.toSorted(byName), ...mcp.toSorted(byName)]
}

function described(tool: { readonly name: string; readonly server?: unknown; readonly rawName?: unknown }): string {
  const { server, rawName } = tool
  if (typeof server !== 'string' || typeof rawName !== 'string') return JSON.stringify(plainLine(tool.name, 128))
  return `${JSON.stringify(plainLine(rawName, 128))} of the server ${plainLine(server, 64)}`
}

function conflict(name: string, one: string, other: string): Error {
  const message = `two tools are named "${plainLine(name, 128)}": ${one}, and ${other}`
  return sessionError('name-conflict', { message })
}
