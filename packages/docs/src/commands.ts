import { type Catalog, verify, write } from './catalogs/catalog.js'
import { docSync } from './doc-sync.js'
import { listed, type Problem } from './problem.js'
import { openRepository, type Repository } from './repository.js'

/** Writes a catalog of the repository in whose root it is started, or with `--check` compares it. Resolves to the exit code. */
export async function runCatalog(catalog: Catalog, args: readonly string[]): Promise<0 | 1> {
  const unknown = args.filter((arg) => arg !== '--check')
  if (unknown.length > 0) return report(`unknown: ${unknown.join(' ')}; the only argument is --check`)
  const act = args.includes('--check') ? verify : write
  return inRepository((repository) => act(catalog, repository))
}

/** Runs every check of the repository in whose root it is started. Resolves to the exit code. */
export async function runDocSync(): Promise<0 | 1> {
  return inRepository((repository) => docSync(repository))
}

async function inRepository(look: (repository: Repository) => Promise<readonly Problem[]>): Promise<0 | 1> {
  try {
    const repository = openRepository(process.cwd())
    if (repository.packages.length === 0)
      return report('there are no packages here: start this in the root of the repository')
    return report(listed(await look(repository)))
  } catch (error) {
    return report(error instanceof Error ? error.message : String(error))
  }
}

function report(text: string): 0 | 1 {
  if (text === '') return 0
  process.stderr.write(`${text}\n`)
  return 1
}
