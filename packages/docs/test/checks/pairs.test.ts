import { beforeEach, expect, it } from 'vitest'

import { checkPairs } from '../../src/checks/pairs.js'
import { listed } from '../../src/problem.js'
import { filledTree, type Tree } from '../support/tree.js'

const ONE = 'packages/birds/README.md'
const OTHER = 'packages/birds/README.zh.md'

let tree: Tree
const problems = (): string => listed(checkPairs(tree.open()))

beforeEach(async () => {
  tree = await filledTree()
})

it('is content with pages whose parts correspond', () => {
  expect(problems()).toBe('')
})

it('does not mind other words, or text that one language needs more of', () => {
  tree.change(OTHER, '## Example', '## 示例\n\n一段。\n\n另一段。')
  tree.change(OTHER, '- one', '- 一')
  expect(problems()).toBe('')
})

it.each([
  ['a heading is missing', '## Example\n', '', `${OTHER}: lacks the heading of level 2 of ${ONE}:5`],
  [
    'a heading has another level',
    '## Example',
    '### Example',
    `${OTHER}:5: a heading of level 3, but there is a heading of level 2 at ${ONE}:5`,
  ],
  ['a heading is added', '- one', '## More\n\n- one', `${OTHER}:11: ${ONE} has no such heading of level 2`],
  ['an item is missing', '- two\n', '', `${OTHER}:11: a list of 1 items, but there is a list of 2 items at ${ONE}:11`],
  [
    'items are numbered',
    '- one\n- two',
    '1. one\n2. two',
    `${OTHER}:11: a list of 2 numbered items, but there is a list of 2 items at ${ONE}:11`,
  ],
  [
    'a row is missing',
    '| 1 | 2 |\n',
    '',
    `${OTHER}:14: a table of 1 rows and 2 columns, but there is a table of 2 rows and 2 columns at ${ONE}:14`,
  ],
  [
    'a code block differs by one byte',
    'wings: number = 2',
    'wings: number = 3',
    `${OTHER}:7: the code block in ts is not byte for byte that of ${ONE}:7`,
  ],
  [
    'a code block is of another language',
    '```ts',
    '```js',
    `${OTHER}:7: a code block in js, but there is a code block in ts at ${ONE}:7`,
  ],
  [
    'the line of languages is missing',
    '[English](README.md) | 中文\n',
    '',
    `${OTHER}:3: must be: [English](README.md) | 中文`,
  ],
  [
    'the line of languages leads elsewhere',
    '(README.md)',
    '(../README.md)',
    `${OTHER}:3: must be: [English](README.md) | 中文`,
  ],
])('tells when %s', (_, from, to, message) => {
  tree.change(OTHER, from, to)
  expect(problems()).toBe(message)
})

it.each([
  [
    'an item is under another one',
    '- a\n  - b\n- c',
    '- a\n- c\n  - b',
    `the list of 1 items is not in the item that has it at ${ONE}:21`,
  ],
  [
    'a list and a table changed places',
    '- a\n\n| x |\n| - |\n| 1 |',
    '| x |\n| - |\n| 1 |\n\n- a',
    `a table of 2 rows and 1 columns, but there is a list of 1 items at ${ONE}:20`,
  ],
])('tells when %s', (_, one, other, message) => {
  tree.write(ONE, `${tree.read(ONE)}\n## More\n\n${one}\n`)
  tree.write(OTHER, `${tree.read(OTHER)}\n## More\n\n${other}\n`)
  expect(problems().replace(/^\S+: /, '')).toBe(message)
})

it('takes a line of languages with a carriage return, which another check is about', () => {
  tree.write(ONE, tree.read(ONE).replaceAll('\n', '\r\n'))
  expect(problems()).toBe('')
})

it.each(['', 'packages/birds/'])('tells when %sREADME.md is missing in both languages', (folder) => {
  tree.remove(`${folder}README.md`)
  tree.remove(`${folder}README.zh.md`)
  expect(problems()).toBe(`${folder}README.md: is missing, and so is ${folder}README.zh.md`)
})

it('tells when a new package has no README', () => {
  tree.write('packages/nests/package.json', '{ "name": "@fixture/nests" }')
  expect(problems()).toBe('packages/nests/README.md: is missing, and so is packages/nests/README.zh.md')
})

it('tells when a page has no translation', () => {
  tree.remove(OTHER)
  expect(problems()).toBe(`${OTHER}: is missing: the translation of ${ONE}`)
})

it('tells when a translation has lost its page', () => {
  tree.remove('docs/cordis-primer.md')
  expect(problems()).toBe('docs/cordis-primer.md: is missing, and docs/cordis-primer.zh.md is its translation')
})

it('asks no translation of what is not published', () => {
  tree.write('CONTRIBUTING.md', '# Contributing\n')
  tree.write('packages/lab/package.json', '{ "name": "@fixture/lab", "private": true }')
  tree.write('packages/lab/README.md', '# Lab\n')
  expect(problems()).toBe('')
})
