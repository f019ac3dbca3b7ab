import { expect, it } from 'vitest'

import { checkBytes } from '../../src/checks/bytes.js'
import { listed } from '../../src/problem.js'
import { filledTree } from '../support/tree.js'

it('finds what makes two pages differ that look the same', async () => {
  const tree = await filledTree()
  expect(checkBytes(tree.open())).toEqual([])
  tree.write('README.md', `\uFEFF${tree.read('README.md')}`)
  tree.write('docs/cordis-primer.md', tree.read('docs/cordis-primer.md').replaceAll('\n', '\r\n'))
  expect(listed(checkBytes(tree.open())).split('\n')).toEqual([
    'docs/cordis-primer.md: has carriage returns at the ends of its lines: run `pnpm format`',
    'README.md: begins with a byte order mark, which has to go',
  ])
})
