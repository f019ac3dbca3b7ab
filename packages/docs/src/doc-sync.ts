import { type Catalog, verify } from './catalogs/catalog.js'
import { configCatalog } from './catalogs/config/catalog.js'
import { cordisCatalog } from './catalogs/cordis/catalog.js'
import { resultsCatalog } from './catalogs/results/catalog.js'
import { toolCatalog } from './catalogs/tools/catalog.js'
import { checkBytes } from './checks/bytes.js'
import { checkCodeBlocks } from './checks/code-blocks.js'
import { checkLinks } from './checks/links.js'
import { checkPairs } from './checks/pairs.js'
import { checkPublicDocs } from './checks/public-docs.js'
import type { Problem } from './problem.js'
import type { Repository } from './repository.js'

export const catalogs: readonly Catalog[] = [cordisCatalog, configCatalog, toolCatalog, resultsCatalog]

/** Runs every check to its end, and gives all that is wrong together. */
export async function docSync(
  repository: Repository,
  verified: readonly Catalog[] = catalogs,
): Promise<readonly Problem[]> {
  const stale = await Promise.all(verified.map((catalog) => orFailure(catalog, repository)))
  return [
    ...stale.flat(),
    ...checkPublicDocs(repository),
    ...checkBytes(repository),
    ...checkPairs(repository),
    ...checkLinks(repository),
    ...checkCodeBlocks(repository),
  ]
}

/** A catalog that cannot be computed costs none of the other checks. */
async function orFailure(catalog: Catalog, repository: Repository): Promise<readonly Problem[]> {
  try {
    return await verify(catalog, repository)
  } catch (error) {
    return [
      { at: catalog.name, message: `cannot be computed: ${error instanceof Error ? error.message : String(error)}` },
    ]
  }
}
