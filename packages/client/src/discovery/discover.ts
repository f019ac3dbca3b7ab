import { plainLine } from '@harness-mcp/result-adapter'

import type { Connection } from '../connection/connection.js'
import { clientError } from '../errors.js'
import { listPages } from './pages.js'
import { type McpTool, parseTool } from './tool.js'

export interface DiscoverOptions {
  readonly server: string
  readonly signal: AbortSignal
  /** Whether a raw name is offered at all. */
  readonly offers: (rawName: string) => boolean
  readonly warn: (message: string) => void
}

/**
 * The tools of a server, from all pages, in code-unit order of their public names. A tool that cannot be offered is left
 * out with a warning. Throws an `McpError` of code `invalid-list` when a raw name is listed twice: nobody could tell
 * which of the two a call means.
 */
export async function discoverTools(connection: Connection, options: DiscoverOptions): Promise<readonly McpTool[]> {
  if (!connection.capabilities.tools) return []
  const raw = await listPages(connection, { method: 'tools/list', key: 'tools', ...options })
  const tools = raw.flatMap((element) => readTool(element, options))
  rejectDuplicates(tools, options.server)
  return tools.filter(({ rawName }) => options.offers(rawName)).sort(byName)
}

function readTool(element: unknown, { server, warn }: DiscoverOptions): readonly McpTool[] {
  const parsed = parseTool(server, element)
  if (!parsed.ok) {
    warn(`a tool was left out: ${parsed.label}: ${parsed.reason}`)
    return []
  }
  if (parsed.diagnostic) warn(parsed.diagnostic)
  return [parsed.tool]
}

function rejectDuplicates(tools: readonly McpTool[], server: string): void {
  const seen = new Set<string>()
  for (const { name, rawName } of tools) {
    if (seen.has(name)) {
      const message = `the tool list is invalid: the name "${plainLine(rawName, 128)}" is listed twice`
      throw clientError('invalid-list', { server, message })
    }
    seen.add(name)
  }
}

function byName(a: McpTool, b: McpTool): number {
  return a.name < b.name ? -1 : 1
}
