import { beforeEach, expect, it } from 'vitest'

import { checkCodeBlocks } from '../../src/checks/code-blocks.js'
import { listed } from '../../src/problem.js'
import { filledTree, type Tree } from '../support/tree.js'

let tree: Tree
const problems = (): string => listed(checkCodeBlocks(tree.open()))
const append = (page: string, block: string): void => tree.write(page, `${tree.read(page)}\n${block}\n`)

beforeEach(async () => {
  tree = await filledTree()
})

it('is content with blocks that compile, each a module of its own', () => {
  append('README.md', '```ts\nconst wings = 2\nawait Promise.resolve(wings)\n```\n\n```ts\nconst wings = 4\n```')
  expect(problems()).toBe('')
})

it('takes every block for an ECMAScript module in a `.ts` file, whatever the package is', () => {
  tree.write('packages/birds/package.json', tree.read('packages/birds/package.json').replace('module', 'commonjs'))
  append(
    'packages/birds/README.md',
    '```ts\nexport const same = <T>(value: T): T => value\nawait Promise.resolve()\n```',
  )
  expect(problems()).toBe('')
})

it('names the line of the page that does not compile', () => {
  tree.change('packages/birds/README.md', 'wings: number = 2', "wings: number = 'two'")
  const message = "the code block does not compile: Type 'string' is not assignable to type 'number'."
  expect(problems()).toBe(`packages/birds/README.md:8: ${message}`)
})

it('names a block that uses what another one declares', () => {
  append('README.md', '```ts\nconst wings = 2\n```\n\n```ts\nwings.toFixed()\n```')
  expect(problems()).toMatch(/: the code block does not compile: Cannot find name 'wings'\.$/)
})

it('names an import that leads nowhere', () => {
  append('docs/cordis-primer.md', "```ts\nimport { nest } from '@fixture/nests'\n\nnest()\n```")
  expect(problems()).toMatch(/Cannot find module '@fixture\/nests'/)
})

it('finds what stands beside the examples of a package', () => {
  tree.write('packages/birds/examples/nest.ts', 'export const eggs: number = 3\n')
  append('packages/birds/README.md', "```ts\nimport { eggs } from './nest.js'\n\nconst all: string = eggs\n```")
  expect(problems()).toMatch(/Type 'number' is not assignable to type 'string'\.$/)
})

it('names a block that compiles under the strictest options, and not under `strict` alone', () => {
  append(
    'README.md',
    [
      '```ts',
      'type Json = string | readonly Json[] | { readonly [key: string]: Json }',
      'export const read: (list: boolean) => Promise<Json> = async (list) => {',
      '  if (list) return { notes: [] }',
      "  return { note: 'Milk' }",
      '}',
      '```',
    ].join('\n'),
  )
  expect(problems()).toMatch(/Type 'undefined' is not assignable to type 'Json'\.$/)
})

it('leaves alone the signatures of catalogs and other languages', () => {
  append('docs/subsystems/birds.md', '```ts cordis-catalog\nadd(name: Nobody): void\n```\n\n```js\nnobody()\n```')
  expect(problems()).toBe('')
})

it('does not let a page without a catalog hide a block as one', () => {
  append('README.md', '```ts cordis-catalog\nnobody()\n```')
  expect(problems()).toMatch(/Cannot find name 'nobody'/)
})

it.each(['typescript', 'TS', 'mts', 'cts', 'tsx'])('compiles what is called %s', (language) => {
  append('README.md', `\`\`\`${language}\nnobody()\n\`\`\``)
  expect(problems()).toBe("README.md:6: the code block does not compile: Cannot find name 'nobody'.")
})

it('names a package that is found in a folder above, and that the package itself does not declare', () => {
  const block =
    "```ts\nimport { join } from 'node:path'\nimport { Context } from '@deepseek-ai/cordis'\n\njoin(String(Context))\n```"
  append('packages/birds/README.md', block)
  const message = 'the code block imports @deepseek-ai/cordis, which packages/birds/package.json does not declare'
  expect(problems()).toMatch(new RegExp(`^packages/birds/README.md:\\d+: ${message}$`))
  const manifest: object = JSON.parse(tree.read('packages/birds/package.json'))
  const devDependencies = { '@deepseek-ai/cordis': '1.0.0' }
  tree.write('packages/birds/package.json', JSON.stringify({ ...manifest, devDependencies }))
  expect(problems()).toBe('')
})

it('looks into lists and quotes too', () => {
  append('README.md', '- item\n\n  ```ts\n  nobody()\n  ```\n\n> ```ts\n> const one = 1\n> someone(one)\n> ```')
  expect(problems().split('\n')).toEqual([
    "README.md:8: the code block does not compile: Cannot find name 'nobody'.",
    "README.md:13: the code block does not compile: Cannot find name 'someone'.",
  ])
})
