import { isBuiltin } from 'node:module'

import ts from 'typescript'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const manifestSchema = z.object({
  name: z.string().default(''),
  dependencies: names,
  devDependencies: names,
  peerDependencies: names,
  optionalDependencies: names,
})

/**
 * The packages that a module imports and a `package.json` does not name. The compiler finds them all the same when they
 * stand in `node_modules` of a folder above, as those of the root do, and a reader would not.
 */
export function undeclaredImports(module: string, manifest: string | undefined): string[] {
  if (manifest === undefined) return []
  const { name, ...groups } = manifestSchema.parse(JSON.parse(manifest))
  const declared = new Set([name, ...Object.values(groups).flatMap((group) => Object.keys(group))])
  const imported = ts.preProcessFile(module).importedFiles.flatMap(({ fileName }) => packageOf(fileName))
  return [...new Set(imported)].filter((one) => !declared.has(one))
}

/** None of a file beside it, and none of Node. */
function packageOf(specifier: string): string[] {
  if (specifier.startsWith('.') || isBuiltin(specifier)) return []
  return specifier.match(/^(?:@[^/]+\/)?[^/]+/) ?? []
}
