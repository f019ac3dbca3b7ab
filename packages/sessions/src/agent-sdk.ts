import type { McpOutcome, McpState, McpTool } from '@harness-mcp/client'

import type { McpHealth } from './health/health.js'
import type { McpSessionSnapshot } from './snapshot.js'

/** One server, in the words of agent SDKs. */
export interface McpServerStatus {
  /** Its name in the map. */
  readonly name: string
  /** What its state comes to: `backoff` counts as connecting, and what needs a person as an error. */
  readonly status: 'connected' | 'connecting' | 'error' | 'disconnected'
  /** How many tools it offers now. */
  readonly toolCount: number
  /** The public names of its tools. Absent when it has none. */
  readonly tools?: readonly string[]
  /** When the connection became ready, in ms since 1970-01-01. Present while connected. */
  readonly connectedAt?: number
  /** Why, as one sentence. Present in `error`. */
  readonly error?: string
  /** How well it answers. Present while that is checked. */
  readonly health?: McpHealth
}

/** One tool, in the words of agent SDKs. */
export interface McpToolInfo {
  /** The public name: what the model sees, and what policies are written with. */
  readonly name: string
  /** What the model reads of it. */
  readonly description: string
  /** The name of its server in the map. */
  readonly serverName: string
  /** The server's own name for it. */
  readonly rawName: string
}

/** What a call came to. */
export type McpToolCallResponse = McpOutcome

const STATUS: Readonly<Record<McpState, McpServerStatus['status']>> = {
  ready: 'connected',
  connecting: 'connecting',
  backoff: 'connecting',
  'auth-required': 'error',
  failed: 'error',
  disabled: 'disconnected',
  closed: 'disconnected',
}

export function serverStatus(snapshot: McpSessionSnapshot, tools: readonly McpTool[]): McpServerStatus {
  const { server: name, state, since, reason, health } = snapshot
  const status = STATUS[state]
  return {
    name,
    status,
    toolCount: tools.length,
    ...(tools.length > 0 && { tools: tools.map((tool) => tool.name) }),
    ...(status === 'connected' && { connectedAt: since }),
    ...(status === 'error' && { error: reason }),
    ...(health.state !== 'disabled' && { health }),
  }
}

export function toolInfo({ name, description, server, rawName }: McpTool): McpToolInfo {
  return { name, description, serverName: server, rawName }
}
