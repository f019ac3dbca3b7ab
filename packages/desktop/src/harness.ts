import type { McpToolDefinition } from '@harness-mcp/result-adapter'
import type { DesktopTool } from './catalog.js'
import { desktopError } from './errors.js'

// The parts of a Cordis harness that the plugin touches, as shapes: neither Cordis nor a dsh package is needed to type
// them, and a context of `@deepseek-ai/cordis` is assignable to `HarnessContext`.

/** A Cordis context. */
export interface HarnessContext {
  /**
   * Looks up a service without declaring it. `undefined` when it is absent.
   *
   * @param service - its name.
   */
  get(service: string): unknown
  /** The plugin instance behind the context. Its `uid` is `null` from the moment it is disposed of. */
  readonly fiber: { readonly uid: number | null }
  /**
   * Listens for plugins that come or go. Returns the undo.
   *
   * @param event - its name.
   * @param listener - what is called.
   * @param options - `global` hears of it in every scope.
   */
  on(event: 'internal/plugin', listener: () => void, options: { global: boolean }): () => unknown
  /**
   * Takes the disposers that `execute` yields, and runs them one after the other, the last one first, when the plugin
   * unloads or fails to start.
   *
   * @param execute - yields the disposers.
   * @param label - its name in diagnostics.
   */
  effect(execute: () => Iterable<() => unknown, void, void>, label?: string): unknown
  /** Where messages for a person go. The first argument is a format: `%s` stands for the next one. */
  readonly logger: { warn(format: string, ...args: unknown[]): void }
}

/** A tool as it is registered: what the registry runs, and the tool of the driver for permission steps. */
export type RegisteredDesktopTool = McpToolDefinition & { readonly desktop: DesktopTool }

/** The part of `ctx.tools` that is used. */
export interface ToolRegistry {
  register(definition: RegisteredDesktopTool): () => unknown
}

/** The part of `ctx.computerUse` that is used: one named provider at a time. */
export interface ComputerUse {
  readonly providerName: unknown
  register(name: string): () => unknown
}

export function toolRegistryOf(ctx: HarnessContext): ToolRegistry {
  const service = ctx.get('tools')
  if (isToolRegistry(service)) return service
  throw desktopError('start-failed', 'the harness has no tool registry (the service "tools")')
}

/** The harness may have no such service; an older one has none. */
export function computerUseOf(ctx: HarnessContext): ComputerUse | undefined {
  const service = ctx.get('computerUse')
  return isComputerUse(service) ? service : undefined
}

function isToolRegistry(service: unknown): service is ToolRegistry {
  return hasRegister(service)
}

function isComputerUse(service: unknown): service is ComputerUse {
  return hasRegister(service)
}

function hasRegister(service: unknown): boolean {
  return typeof service === 'object' && service !== null && 'register' in service
}
