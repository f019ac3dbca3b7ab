import type { Command } from '@harness-mcp/lab'

import { parseConfig } from '../../src/config/config.js'
import {
  httpSchema,
  type RemoteConfig,
  type ResolvedConfig,
  sseSchema,
  type StdioConfig,
  stdioSchema,
} from '../../src/config/schema.js'

type Extra = Readonly<Record<string, unknown>>

/** The resolved configuration of a stdio server named `lab`. */
export function stdioSettings(command: Command, extra: Extra = {}): StdioConfig {
  return stdioSchema.parse({ serverName: 'lab', transport: 'stdio', ...command, ...extra })
}

export function httpSettings(url: string, extra: Extra = {}): RemoteConfig {
  return httpSchema.parse({ serverName: 'lab', transport: 'streamable-http', url, ...extra })
}

export function sseSettings(url: string, extra: Extra = {}): RemoteConfig {
  return sseSchema.parse({ serverName: 'lab', transport: 'sse', url, ...extra })
}

/** For what only reads limits and names: nothing is ever started from it. */
export function anySettings(extra: Extra = {}): ResolvedConfig {
  return parseConfig({ serverName: 'lab', transport: 'stdio', command: 'unused', ...extra })
}
