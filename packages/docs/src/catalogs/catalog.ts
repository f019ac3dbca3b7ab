import { join } from 'node:path'

import { textOf, writeText } from '../files.js'
import type { Problem } from '../problem.js'
import type { Repository } from '../repository.js'

/** Something that is written from source. */
export interface Catalog {
  /** `cordis-catalog`: its commands are `pnpm run gen-cordis-catalog` and `pnpm run verify-cordis-catalog`. */
  readonly name: string
  /** Computes everything and writes nothing. */
  generate(repository: Repository): Promise<Generated>
}

export interface Generated {
  /** The whole text of each file, by its path. */
  readonly files: ReadonlyMap<string, string>
  /** What stands in the way of a complete catalog. */
  readonly problems: readonly Problem[]
}

/** Writes what is stale. Returns what no command can mend. */
export async function write(catalog: Catalog, repository: Repository): Promise<readonly Problem[]> {
  const { files, problems } = await catalog.generate(repository)
  for (const [path, text] of stale(files, repository)) writeText(join(repository.root, path), text)
  return problems
}

/** Compares byte for byte and writes nothing. */
export async function verify(catalog: Catalog, repository: Repository): Promise<readonly Problem[]> {
  const { files, problems } = await catalog.generate(repository)
  const mend = `pnpm run gen-${catalog.name}`
  const old = stale(files, repository).map(([at]) => ({
    at,
    message: isThere(at, repository) ? 'is stale' : 'is missing',
    mend,
  }))
  return [...problems, ...old]
}

function stale(files: ReadonlyMap<string, string>, { root }: Repository): [path: string, text: string][] {
  return [...files].filter(([path, text]) => textOf(join(root, path)) !== text)
}

function isThere(path: string, { root }: Repository): boolean {
  return textOf(join(root, path)) !== undefined
}
