import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { resultsCatalog } from '../../src/catalogs/results/catalog.js'
import { EXAMPLES } from '../../src/catalogs/results/examples.js'
import { verify, write } from '../../src/catalogs/catalog.js'
import { listed } from '../../src/problem.js'
import { openRepository } from '../../src/repository.js'
import { filledTree } from '../support/tree.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

it('shows the examples that the result adapter is tested with', async () => {
  expect(await verify(resultsCatalog, openRepository(root))).toEqual([])
})

it('is stale in both languages when an example changed', async () => {
  const tree = await filledTree()
  const example = { section: 'Text', title: 'One.', raw: { content: [] }, content: [{ type: 'text', text: 'old' }] }
  tree.write(EXAMPLES, JSON.stringify([example]))
  await write(resultsCatalog, tree.open())
  expect(tree.read('docs/results.zh.md')).toContain('## 文本\n\n**One.**\n\n结果：\n')
  tree.change(EXAMPLES, 'old', 'new')
  const mend = 'is stale: run `pnpm run gen-results`'
  expect(listed(await verify(resultsCatalog, tree.open()))).toBe(
    `docs/results.md: ${mend}\ndocs/results.zh.md: ${mend}`,
  )
})

it('writes no page without examples', async () => {
  const tree = await filledTree()
  await expect(write(resultsCatalog, tree.open())).rejects.toThrow(`${EXAMPLES} is missing`)
})
