import { cordisCatalog } from '../../src/catalogs/cordis/catalog.js'
import { verify } from '../../src/catalogs/catalog.js'
import { listed } from '../../src/problem.js'
import type { Tree } from './tree.js'

/** The page of the filled tree that claims services and events. */
export const PAGE = 'docs/subsystems/birds.md'
export const MEND = 'is stale: run `pnpm run gen-cordis-catalog`'
export const BOTH_STALE = [`${PAGE}: ${MEND}`, `docs/subsystems/birds.zh.md: ${MEND}`]

/** What the catalog of services and events has to say of a tree, a line each. */
export async function cordisProblems(tree: Tree): Promise<string[]> {
  const found = listed(await verify(cordisCatalog, tree.open()))
  return found.split('\n').filter((line) => line !== '')
}
