import type { McpResourceProvider } from '@harness-mcp/resources'

import type { McpSnapshot } from '../lifecycle/snapshot.js'
import type { HarnessTool } from '../registration/harness.js'

// The parts of a Cordis context that this package uses, as shapes: it type-checks where Cordis is not installed.

export interface CordisLogger {
  info(format: string, ...args: unknown[]): void
  warn(format: string, ...args: unknown[]): void
  error(format: string, ...args: unknown[]): void
}

export interface CordisFiber {
  readonly uid: number | null
}

export interface CordisContext {
  readonly root: object
  readonly fiber: CordisFiber
  readonly logger: CordisLogger
  get(service: string): unknown
  on(event: 'internal/plugin', listener: (fiber: CordisFiber) => void, options: { global: boolean }): () => boolean
  on(
    event: 'internal/update',
    listener: (config: unknown, noSave: boolean, next: () => unknown) => unknown,
  ): () => boolean
  emit(event: 'mcp/change', snapshot: McpSnapshot): void
  effect(execute: () => () => Promise<void> | void, label: string): unknown
  inject(services: string[], callback: (ctx: CordisContext) => void): { dispose(): Promise<void> }
}

/** `ctx.mcpResources`. */
export interface ResourceRegistry {
  register(server: string, provider: McpResourceProvider): () => void
}

/** `ctx.tools`. */
export interface ToolRegistry {
  register(definition: HarnessTool): () => void
}

/** `ctx.systemPrompt`. Newer generations have `getSectionOrder`, and with it sections that are not interpolated. */
export interface SystemPromptService {
  section(section: { name: string; order: number; text: string; interpolate?: boolean }): () => void
  variable(name: string, provider: () => string): () => void
  getSectionOrder?(name: string): number
}
