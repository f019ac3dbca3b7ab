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
  'a name with a space: [a](docs/my%20page.md) [b](<docs/my page.md>)',
  'a heading in Chinese:\n\n## 中文，标题！\n\n[here](#中文标题) [there](#%E4%B8%AD%E6%96%87%E6%A0%87%E9%A2%98)',
  'a heading with tags:\n\n## The <sub>second</sub> one\n\n[here](#the-second-one)',
  'an anchor in capitals, without quotes: <A NAME=here></A> [here](#here)',
  'nowhere, in a comment: <!-- <a href="nowhere.md"> -->',
  'no link: a footnote[^1], values[0][1], \\[a] and [ ]\n\n[^1]: note',
  'another place: [site](https://example.org/nowhere#at-all) or <mailto:somebody@example.org>',
  'code, which is no link: `[birds](nowhere.md)`',
])('follows a link to %s', (text) => {
  append(text)
  tree.write('docs/my page.md', '# Mine\n')
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
  ['<img src=bird.png>', 'the link bird.png leads nowhere: there is no bird.png'],
  ['[here](#gone) <!-- <a id="gone"> -->', 'the link #gone leads nowhere: README.md has no heading #gone'],
  ['| a |\n| - |\n| [birds](nowhere.md) |', 'the link nowhere.md leads nowhere: there is no nowhere.md'],
  ['[half](100%.md)', 'the link 100%.md leads nowhere: there is no 100%.md'],
  [
    '[installed](node_modules/@deepseek-ai/cordis)',
    'the link node_modules/@deepseek-ai/cordis leads nowhere: there is no node_modules/@deepseek-ai/cordis',
  ],
  ['[birds][nobody]', '[birds][nobody] was meant as a link and is none'],
  ['[birds](my page.md)', '[birds](my page.md) was meant as a link and is none'],
  [
    '[Cordis](docs/cordis-primer.zh.md#emit)',
    'the link docs/cordis-primer.zh.md#emit leads to the other language: there is docs/cordis-primer.md',
  ],
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

it('keeps a page in Chinese among pages in Chinese, where there are any', () => {
  tree.write('CONTRIBUTING.md', '# Contributing\n')
  const page = tree.read('README.zh.md')
  tree.write('README.zh.md', `${page}\n[Cordis](docs/cordis-primer.md) [how](CONTRIBUTING.md)\n`)
  const message = 'the link docs/cordis-primer.md leads to the other language: there is docs/cordis-primer.zh.md'
  expect(problems()).toBe(`README.zh.md:5: ${message}`)
})
