import { plainLine } from '@harness-mcp/result-adapter'

import type { McpSnapshot } from '../lifecycle/snapshot.js'

/** Before the first discovery nothing is known of any tool, so the state of the server belongs to the answer. */
export function unknownTool(name: unknown, { state, reason }: McpSnapshot): string {
  const down = state === 'ready' ? '' : `; the server is ${state}${reason && reason !== state ? `: ${reason}` : ''}`
  return `there is no tool "${typeof name === 'string' ? plainLine(name, 128) : ''}"${down}`
}
