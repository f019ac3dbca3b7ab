import { resourceToolDefinitions, type ResourceToolDefinition } from './definitions.js'
import { createProviderTable, nearestWins, type ProviderTable, type ResourceDirectory } from './directory.js'
import { toolRegistryOf, type HarnessContext, type ScopeLibrary } from './harness.js'
import type { McpResourceProvider } from './provider.js'

/** The service `ctx.mcpResources`: which configured servers can serve documents, and to whom. */
export interface McpResourceRuntime {
  /**
   * Makes the documents of one server available to the scope of the calling context: to every agent when that context
   * has none, otherwise to the agent (or preset) that the scope belongs to and to its children. A nearer registration
   * hides a farther one of the same name. The three tools exist in a scope while it has providers.
   *
   * The registration belongs to the calling context: it also ends when that context's plugin or scope is disposed of.
   *
   * @param server The configured name: 1 to 32 characters of `A-Z a-z 0-9 _ -`, unique within the scope. It never comes
   * from the server.
   * @param provider What answers for that server.
   * @returns The undo of exactly this registration; calling it again does nothing.
   * @throws McpError `duplicate-server` when the name is taken in this scope, and RangeError for an invalid name; the
   * registry's own error when a foreign tool of that scope holds one of the three names. Nothing has changed then.
   *
   * @example
   * ```ts
   * import type { McpResourceProvider } from '@harness-mcp/resources'
   * import type { McpResourceRuntime } from '@harness-mcp/resources/cordis'
   *
   * declare const ctx: { readonly mcpResources: McpResourceRuntime }
   * declare const provider: McpResourceProvider
   *
   * const remove = ctx.mcpResources.register('docs', provider)
   * ```
   */
  register(server: string, provider: McpResourceProvider): () => void
}

/** How Cordis learns that `this.ctx` in a method is the context of the caller. The symbol is part of its public contract. */
const TRACKER = Symbol.for('cordis.tracker')

/** What one scope owns. `unmount` takes its three tools away. */
interface Layer {
  readonly table: ProviderTable
  unmount: () => unknown
}

export class ScopedResources implements McpResourceRuntime {
  /** The context of whoever calls; through a reference that no context handed out, the service's own. */
  private readonly ctx: HarnessContext
  private readonly owner: HarnessContext
  private readonly scopes: ScopeLibrary
  private readonly layers = new Map<object | undefined, Layer>()
  private readonly definitions: readonly ResourceToolDefinition[]

  constructor(ctx: HarnessContext, scopes: ScopeLibrary) {
    Object.defineProperty(this, TRACKER, { value: { associate: 'mcpResources', property: 'ctx' } })
    this.ctx = ctx
    this.owner = ctx
    this.scopes = scopes
    this.definitions = resourceToolDefinitions((agent) => this.visibleTo(agent))
  }

  register(server: string, provider: McpResourceProvider): () => void {
    const scope = this.scopes.scopeOf(this.ctx)
    return this.ctx.effect(
      () => this.place(scope, server, provider),
      `mcpResources.register(${JSON.stringify(server)})`,
    )
  }

  /** What a caller sees: its own scope, then the enclosing ones, then what is registered for all. */
  visibleTo(caller: unknown): ResourceDirectory {
    const scope = isScopeKey(caller) ? caller : undefined
    const keys = [...this.scopes.scopeChainOf(scope), undefined]
    return nearestWins(keys.flatMap((key) => this.layers.get(key)?.table ?? []))
  }

  private place(scope: object | undefined, server: string, provider: McpResourceProvider): () => unknown {
    const layer = this.layers.get(scope) ?? { table: createProviderTable(), unmount: () => undefined }
    const remove = layer.table.add(server, provider)
    if (!this.layers.has(scope)) this.open(scope, layer)
    return () => {
      remove()
      if (!layer.table.isEmpty()) return undefined
      this.layers.delete(scope)
      return layer.unmount()
    }
  }

  private open(scope: object | undefined, layer: Layer): void {
    this.layers.set(scope, layer)
    try {
      layer.unmount = this.mount(scope)
    } catch (error) {
      this.layers.delete(scope)
      throw error
    }
  }

  /** The tools are the service's own, also in a foreign scope: the plugin that came first may leave before the others. */
  private mount(scope: object | undefined): () => unknown {
    if (scope === undefined) return registerAll(this.owner, this.definitions)
    const minted = this.scopes.createScope(this.owner, scope)
    try {
      const unregister = registerAll(minted.ctx, this.definitions)
      return () => {
        unregister()
        return minted.dispose()
      }
    } catch (error) {
      void minted.dispose()
      throw error
    }
  }
}

/** All or none: when one is refused, those before it go again. */
function registerAll(ctx: HarnessContext, definitions: readonly ResourceToolDefinition[]): () => void {
  const registry = toolRegistryOf(ctx)
  const undos: (() => void)[] = []
  const undoAll = (): void => undos.splice(0).forEach((undo) => undo())
  try {
    for (const definition of definitions) undos.push(registry.register(definition))
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}

function isScopeKey(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
