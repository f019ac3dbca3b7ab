import type { ResolveHook } from 'node:module'

/** Gives the referee, and nobody else, an `fs` that exports `globSync`. */
export const resolve: ResolveHook = (specifier, context, next) => {
  const asksForFs = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/') === true
  return asksForFs ? { url: new URL('fs.js', import.meta.url).href, shortCircuit: true } : next(specifier, context)
}
