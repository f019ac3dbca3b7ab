import type { McpSnapshot } from '@harness-mcp/client'
import { plainLine } from '@harness-mcp/result-adapter'

const REASON_BYTES = 240

/** The state of one server on one line. */
export function stateLine({ server, state, reason, toolCount }: McpSnapshot): string {
  const tools = state === 'ready' ? `, ${toolCount} tools` : ''
  // What was disabled by a command has no other reason.
  const why = reason === '' || reason === state ? '' : `, ${plainLine(reason, REASON_BYTES)}`
  return `${server}: ${state}${tools}${why}`
}
