import { beforeEach, expect, it } from 'vitest'

import { checkLinks } from '../../src/checks/links.js'
import { listed } from '../../src/problem.js'
import { filledTree, type Tree } from '../support/tree.js'

let tree: Tree
const problems = (): string => listed(checkLinks(tree.open()))
const append = (text: string): void => tree.write('README.md', `${tree.read('README.md')}\n${text}\n`)

beforeEach(async () => {
  tree = await filledTree()
})

it.each([
  'a file: [birds](docs/subsystems/birds.md)',
  'a folder: [birds](packages/birds/)',
  'a heading: [API](docs/subsystems/birds.md#api)',
  'a heading of code: [service](docs/subsystems/birds.md#ctxbirds)',
  'a heading of its own: [top](#root)',
  'an HTML anchor: <a id="here"></a> [here](#here)',
  'a reference: [birds][1]\n\n[1]: docs/subsystems/birds.md',
  'another place: [site](https://example.org/nowhere#at-all) or <mailto:somebody@example.org>',
  'code, which is no link: `[birds](nowhere.md)`',
])('follows a link to %s', (text) => {
  append(text)
  expect(problems()).toBe('')
})

it.each([
  ['[birds](docs/nowhere.md)', 'the link docs/nowhere.md leads nowhere: there is no docs/nowhere.md'],
  ['![a bird](bird.png)', 'the link bird.png leads nowhere: there is no bird.png'],
  ['[birds][1]\n\n[1]: docs/nowhere.md', 'the link docs/nowhere.md leads nowhere: there is no docs/nowhere.md'],
  ['<img src="bird.png">', 'the link bird.png leads nowhere: there is no bird.png'],
  [
    '[API](docs/subsystems/birds.md#apis)',
    'the link docs/subsystems/birds.md#apis leads nowhere: docs/subsystems/birds.md has no heading #apis',
  ],
  ['[top](#rot)', 'the link #rot leads nowhere: README.md has no heading #rot'],
  ['[outside](../other)', 'the link ../other leads out of the repository'],
  ['[root](/docs)', 'the link /docs leads out of the repository'],
])('tells of the broken link %s', (text, message) => {
  append(text)
  expect(problems().replace(/^README\.md:\d+: /, '')).toBe(message)
})

it('tells of a broken anchor where a heading got another name, in pages that are not published too', () => {
  tree.write('CONTRIBUTING.md', 'See [the example](packages/birds/README.md#example).\n')
  expect(problems()).toBe('')
  tree.change('packages/birds/README.md', '## Example', '## Examples')
  const message =
    'the link packages/birds/README.md#example leads nowhere: packages/birds/README.md has no heading #example'
  expect(problems()).toBe(`CONTRIBUTING.md:1: ${message}`)
})

it('counts headings of the same name as GitHub does', () => {
  append('## Twice\n\n## Twice\n\n[second](#twice-1)')
  expect(problems()).toBe('')
})
