import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { freshFolder } from '@harness-mcp/lab/vitest'

import { write } from '../../src/catalogs/catalog.js'
import { cordisCatalog } from '../../src/catalogs/cordis/catalog.js'
import { openRepository, type Repository } from '../../src/repository.js'

/** A small repository in a folder of its own, in which every check passes. */
export interface Tree {
  readonly root: string
  open(): Repository
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces a part of a file; throws when the file has no such part. */
  change(path: string, from: string, to: string): void
  remove(path: string): void
}

/** The tree, with its generated regions filled. */
export async function filledTree(): Promise<Tree> {
  const tree = emptyTree()
  for (const [path, text] of Object.entries(files)) tree.write(path, text)
  await write(cordisCatalog, tree.open())
  return tree
}

function emptyTree(): Tree {
  const root = freshFolder()
  linkCordis(root)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    open: () => openRepository(root),
    read,
    write: put,
    change: (path, from, to) => {
      if (!read(path).includes(from)) throw new Error(`${path} has no ${from}`)
      put(
        path,
        read(path).replace(from, () => to),
      )
    },
    remove: (path) => rmSync(join(root, path)),
  }
}

function linkCordis(root: string): void {
  const cordis = dirname(createRequire(import.meta.url).resolve('@deepseek-ai/cordis/package.json'))
  mkdirSync(join(root, 'node_modules/@deepseek-ai'), { recursive: true })
  symlinkSync(cordis, join(root, 'node_modules/@deepseek-ai/cordis'))
}

const page = (title: string, name: string, rest = ''): Record<'en' | 'zh', string> => ({
  en: `# ${title}\n\nEnglish | [中文](${name}.zh.md)\n${rest}`,
  zh: `# ${title}\n\n[English](${name}.md) | 中文\n${rest}`,
})
const root = page('Root', 'README')
const readme = page(
  'Birds',
  'README',
  '\n## Example\n\n```ts\nexport const wings: number = 2\n```\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
)
const region = (claims: string): string =>
  `\n## API\n\n<!-- cordis-catalog:begin${claims} -->\n\n<!-- cordis-catalog:end -->\n`
const birds = page('Birds', 'birds', region(' birds birds/flown'))
const inherited = page('Inherited', 'inherited', region(''))
const primer = page('Cordis', 'cordis-primer', '\n## emit\n')

const files: Record<string, string> = {
  'README.md': root.en,
  'README.zh.md': root.zh,
  'packages/birds/README.md': readme.en,
  'packages/birds/README.zh.md': readme.zh,
  'packages/birds/package.json': JSON.stringify({
    name: '@fixture/birds',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  }),
  'packages/birds/src/index.ts': "export type { Birds } from './birds.js'\n",
  'packages/birds/src/birds.ts': `/** Birds by name. */
export interface Birds {
  /**
   * Adds one.
   * @param name What it is called.
   */
  add(name: string): void
}
`,
  'packages/birds/src/cordis.ts': `import type { Birds } from './birds.js'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The birds of this harness. */
    birds: Birds
  }
  interface Events {
    /**
     * One flew away.
     * @param name Which.
     * @mode emit
     */
    'birds/flown'(name: string): void
  }
}

export type { Context } from '@deepseek-ai/cordis'
`,
  'docs/subsystems/birds.md': birds.en,
  'docs/subsystems/birds.zh.md': birds.zh,
  'docs/cordis-api/inherited.md': inherited.en,
  'docs/cordis-api/inherited.zh.md': inherited.zh,
  'docs/cordis-primer.md': primer.en,
  'docs/cordis-primer.zh.md': primer.zh,
}
