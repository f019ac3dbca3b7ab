import { expect, it } from 'vitest'

import { cordisCatalog } from '../src/catalogs/cordis/catalog.js'
import { docSync } from '../src/doc-sync.js'
import { listed } from '../src/problem.js'
import { filledTree } from './support/tree.js'

it('has nothing to say of a tree in which everything holds', async () => {
  const tree = await filledTree()
  expect(listed(await docSync(tree.open(), [cordisCatalog]))).toBe('')
})

it('lists the failures of every check at once, with the command that mends what can be mended', async () => {
  const tree = await filledTree()
  tree.change('docs/subsystems/birds.md', 'One flew away.\n\n', '')
  tree.change('packages/birds/src/birds.ts', '/** Birds by name. */\n', '')
  tree.change('packages/birds/README.md', 'wings: number = 2', 'wings: string = 2')
  tree.write('CONTRIBUTING.md', '[nowhere](nowhere.md)\n')
  expect(listed(await docSync(tree.open(), [cordisCatalog])).split('\n')).toEqual([
    'CONTRIBUTING.md:1: the link nowhere.md leads nowhere: there is no nowhere.md',
    'docs/subsystems/birds.md: is stale: run `pnpm run gen-cordis-catalog`',
    "packages/birds/README.md:8: the code block does not compile: Type 'number' is not assignable to type 'string'.",
    'packages/birds/README.zh.md:7: the code block in ts is not byte for byte that of packages/birds/README.md:7',
    'packages/birds/src/birds.ts: Birds has no JSDoc',
  ])
})

it('goes on when a catalog cannot be computed', async () => {
  const tree = await filledTree()
  tree.write('CONTRIBUTING.md', '[nowhere](nowhere.md)\n')
  const broken = { name: 'tool-catalog', generate: () => Promise.reject(new Error('the harness did not start')) }
  expect(listed(await docSync(tree.open(), [broken, cordisCatalog])).split('\n')).toEqual([
    'CONTRIBUTING.md:1: the link nowhere.md leads nowhere: there is no nowhere.md',
    'tool-catalog: cannot be computed: the harness did not start',
  ])
})
