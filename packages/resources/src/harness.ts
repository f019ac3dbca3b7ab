import type { ResourceToolDefinition } from './definitions.js'

// The parts of a Cordis harness that the scoped service touches, as shapes: neither Cordis nor a dsh package is needed
// to type them, and a context of `@deepseek-ai/cordis` is assignable to `HarnessContext`.

/** A Cordis context. Its identity says who owns what is registered through it, and in which scope. */
export interface HarnessContext {
  /**
   * Looks up a service without declaring it.
   *
   * @param service Its name.
   * @returns The service, or `undefined` when it is absent.
   */
  get(service: string): unknown
  /**
   * Runs something now and its disposer later: when the returned function is called, or when the context's plugin unloads.
   *
   * @param execute What to run.
   * @param label Its name in diagnostics.
   * @returns The disposer, which acts once.
   */
  effect(execute: () => () => unknown, label?: string): () => unknown
  /** The plugin instance behind the context. Its `uid` is `null` from the moment it is disposed of. */
  readonly fiber: { readonly uid: number | null }
  /** What makes a value a service. */
  readonly reflect: {
    /**
     * Makes a value a service until the context's plugin unloads.
     *
     * @param name The name of the service.
     * @param value The service.
     * @returns The disposer.
     */
    provide(name: string, value: unknown): unknown
  }
}

/** The part of `ctx.tools` that is used. */
export interface ToolRegistry {
  register(definition: ResourceToolDefinition): () => void
}

/** The part of `ctx.systemPrompt` that is used. */
export interface PromptRegistry {
  section(section: PromptSection): () => void
  /** The harness's own table of orders; later generations have it. */
  getSectionOrder?(name: string): number
}

/** A section whose text is computed whenever a prompt is assembled, for the agent it is assembled for. */
export interface PromptSection {
  readonly name: string
  readonly order: number
  readonly text: (assembly: { readonly scope?: object }) => string
}

/** The part of `@deepseek-ai/dsh-scope` that is used. */
export interface ScopeLibrary {
  createScope(ctx: HarnessContext, key: object): { readonly ctx: HarnessContext; dispose(): Promise<void> }
  scopeOf(ctx: HarnessContext): object | undefined
  /** From the key to its farthest ancestor; empty for `undefined`. */
  scopeChainOf(key: object | undefined): object[]
}

export function toolRegistryOf(ctx: HarnessContext): ToolRegistry {
  const service = ctx.get('tools')
  if (isToolRegistry(service)) return service
  throw new Error('mcp-resources: the harness has no tool registry (the service "tools")')
}

export function promptRegistryOf(ctx: HarnessContext): PromptRegistry {
  const service = ctx.get('systemPrompt')
  if (isPromptRegistry(service)) return service
  throw new Error('mcp-resources: the harness has no prompt registry (the service "systemPrompt")')
}

function isToolRegistry(service: unknown): service is ToolRegistry {
  return hasMethod(service, 'register')
}

function isPromptRegistry(service: unknown): service is PromptRegistry {
  return hasMethod(service, 'section')
}

function hasMethod(service: unknown, name: string): boolean {
  return typeof service === 'object' && service !== null && typeof Reflect.get(service, name) === 'function'
}
