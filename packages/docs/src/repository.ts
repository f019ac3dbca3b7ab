import { join } from 'node:path'

import { z } from 'zod'

import { filesIn, filesUnder, foldersIn, textOf } from './files.js'

/** The files that the catalogs and checks are about. Paths are relative to `root`, with `/`. */
export interface Repository {
  readonly root: string
  readonly packages: readonly Package[]
  /** What exists in two languages: the README of the root and of each published package, and every page under `docs/`. */
  readonly pages: readonly string[]
  /** Those and the other Markdown files: what people read, whether it is published or not. */
  readonly documents: readonly string[]
}

export interface Package {
  readonly name: string
  /** `packages/client`. */
  readonly folder: string
  readonly published: boolean
  /** The sources behind `exports`: `packages/client/src/index.ts`. */
  readonly entries: readonly string[]
  /** Every source. */
  readonly sources: readonly string[]
}

const manifestSchema = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).default({}),
})

/** Parses a `package.json`. Throws what is wrong with it, and where. */
function manifestIn(path: string, text: string): z.output<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s+/g, ' ') : String(error)
    throw new Error(`${path}: cannot be read: ${why}`, { cause: error })
  }
}

export function openRepository(root: string): Repository {
  const packages = foldersIn(join(root, 'packages')).flatMap((name) => packageIn(root, `packages/${name}`))
  const published = new Set(packages.flatMap(({ folder, published: is }) => (is ? [folder] : [])))
  const documents = [
    ...filesUnder(root, 'docs'),
    ...packages.flatMap(({ folder }) => filesIn(root, folder)),
    ...filesIn(root, ''),
  ].filter((path) => path.endsWith('.md'))
  // A page that ought to be there and is not is a page all the same.
  const expected = ['README.md', ...[...published].map((folder) => `${folder}/README.md`)]
  const pages = new Set([...documents.filter((path) => isPage(path, published)), ...expected])
  return { root, packages, documents, pages: [...pages] }
}

/** The page in English of a page in either language. */
export function englishOf(page: string): string {
  return page.replace(/(?:\.zh)?\.md$/, '.md')
}

export function chineseOf(page: string): string {
  return page.replace(/(?:\.zh)?\.md$/, '.zh.md')
}

export function isChinese(page: string): boolean {
  return page.endsWith('.zh.md')
}

function isPage(path: string, published: ReadonlySet<string>): boolean {
  if (path.startsWith('docs/')) return true
  const english = englishOf(path)
  return english === 'README.md' || (english.endsWith('/README.md') && published.has(english.replace('/README.md', '')))
}

function packageIn(root: string, folder: string): Package[] {
  const text = textOf(join(root, folder, 'package.json'))
  if (text === undefined) return []
  const { name, private: isPrivate, exports } = manifestIn(`${folder}/package.json`, text)
  const types = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : (entry['types'] ?? [])))
  const entries = types.map((path) => `${folder}/${path.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')}`)
  const sources = filesUnder(root, `${folder}/src`).filter((path) => path.endsWith('.ts'))
  return [{ name, folder, published: !isPrivate, entries, sources }]
}
