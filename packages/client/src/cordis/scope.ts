import type { CordisContext } from './context.js'

/** The scope that what a context registers belongs to: an agent's, or else the whole application. */
export async function scopeOf(ctx: CordisContext): Promise<object> {
  try {
    const scopes: { scopeOf(ctx: object): object | undefined } = await import('@deepseek-ai/dsh-scope')
    return scopes.scopeOf(ctx) ?? ctx.root
  } catch {
    // A harness without scopes has one scope.
    return ctx.root
  }
}
