import type { McpResourceProvider } from '@harness-mcp/resources'

import type { McpSnapshot } from '../lifecycle/snapshot.js'
import type { HarnessTool } from '../registration/harness.js'

// The parts of a Cordis context that this package uses, as shapes: it type-checks where Cordis is not installed.

/** The logger of a context. Its first argument is a format: `%s` stands for the next one. */
export interface CordisLogger {
  /**
   * Something that went as it should.
   *
   * @param format - the message, with `%s` for each argument.
   * @param args - what stands in those places.
   */
  info(format: string, ...args: unknown[]): void
  /**
   * Something that a person should know.
   *
   * @param format - the message, with `%s` for each argument.
   * @param args - what stands in those places.
   */
  warn(format: string, ...args: unknown[]): void
  /**
   * Something that has failed.
   *
   * @param format - the message, with `%s` for each argument.
   * @param args - what stands in those places.
   */
  error(format: string, ...args: unknown[]): void
}

/** The running instance of a plugin. */
export interface CordisFiber {
  /** Its number; `null` from the moment it is disposed of. */
  readonly uid: number | null
}

/** The part of a Cordis context that is used. */
export interface CordisContext {
  /** The context that all others come from: one for each harness. */
  readonly root: object
  /** The plugin instance behind the context. */
  readonly fiber: CordisFiber
  /** Where messages for a person go. */
  readonly logger: CordisLogger
  /**
   * Looks up a service without declaring it; `undefined` when it is absent.
   *
   * @param service - its name.
   */
  get(service: string): unknown
  /**
   * Listens for plugins that come or go. Returns the undo.
   *
   * @param event - its name.
   * @param listener - what is called.
   * @param options - `global` hears of it in every scope.
   */
  on(event: 'internal/plugin', listener: (fiber: CordisFiber) => void, options: { global: boolean }): () => boolean
  /**
   * Listens for a new configuration of this plugin. Returns the undo.
   *
   * @param event - its name.
   * @param listener - what is called; `next()` goes on to what Cordis would do.
   */
  on(
    event: 'internal/update',
    listener: (config: unknown, noSave: boolean, next: () => unknown) => unknown,
  ): () => boolean
  /**
   * Tells every listener of the event.
   *
   * @param event - its name.
   * @param snapshot - the server after the change.
   */
  emit(event: 'mcp/change', snapshot: McpSnapshot): void
  /**
   * Runs something now, and its disposer when the plugin unloads.
   *
   * @param execute - runs now, and returns the disposer.
   * @param label - its name in diagnostics.
   */
  effect(execute: () => () => Promise<void> | void, label: string): unknown
  /**
   * Runs the callback whenever the services are there, and ends what it did when one of them goes.
   *
   * @param services - their names.
   * @param callback - gets a context that may read them.
   */
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
