import type { McpSnapshot } from '@harness-mcp/client'

import type { McpHealth } from './health/health.js'

/** One server at one moment: what its client says, and how well it answers. Plain JSON. */
export interface McpSessionSnapshot extends McpSnapshot {
  /** How well it answers. */
  readonly health: McpHealth
}
