import type { McpSnapshot } from '@harness-mcp/client'
import { plainLine } from '@harness-mcp/result-adapter'

/** A tool of a server that was never ready is unknown too: then the state of that server is why. */
export function unknownTool(name: unknown, servers: readonly McpSnapshot[]): string {
  const shown = typeof name === 'string' ? plainLine(name, 128) : ''
  const down = servers.find(({ server, state }) => state !== 'ready' && shown.startsWith(`mcp__${server}__`))
  return `there is no tool "${shown}"${down ? stateOf(down) : ''}`
}

function stateOf({ server, state, reason }: McpSnapshot): string {
  return `; the server ${server} is ${state}${reason && reason !== state ? `: ${reason}` : ''}`
}
