import { beforeEach, expect, it } from 'vitest'

import { checkPublicDocs } from '../../src/checks/public-docs.js'
import { listed } from '../../src/problem.js'
import { filledTree, type Tree } from '../support/tree.js'

const SOURCE = 'packages/birds/src/more.ts'

let tree: Tree
const problems = (): string[] => listed(checkPublicDocs(tree.open())).split('\n')

beforeEach(async () => {
  tree = await filledTree()
})

it.each([
  ['a function', 'export function sing(): void {}', 'sing has no JSDoc'],
  ['a constant', 'export const song = 1', 'song has no JSDoc'],
  ['an interface', 'export interface Song {}', 'Song has no JSDoc'],
  ['a type', 'export type Song = string', 'Song has no JSDoc'],
  ['empty documentation', '/** */\nexport type Song = string', 'Song has no JSDoc'],
  ['a member', '/** A song. */\nexport interface Song {\n  length: number\n}', 'Song.length has no JSDoc'],
  ['a method of a class', '/** A song. */\nexport class Song {\n  sing(): void {}\n}', 'Song.sing has no JSDoc'],
  [
    'a parameter',
    '/** Sings. */\nexport function sing(song: string): void {}',
    'the parameter `song` of sing is not documented',
  ],
  [
    'a parameter that is taken apart',
    '/** Sings. */\nexport function sing({ a }: { a: string }): void {}',
    'the parameter number 1 of sing is not documented',
  ],
  [
    'a parameter without words',
    '/**\n * Sings.\n * @param song\n */\nexport const sing = (song: string): void => {}',
    'the parameter `song` of sing is not documented',
  ],
  [
    'a parameter of a function type',
    '/** Sings. */\nexport type Sing = (song: string) => void',
    'the parameter `song` of Sing is not documented',
  ],
])('misses the documentation of %s', (_, source, message) => {
  tree.write(SOURCE, `${source}\n`)
  tree.write('packages/birds/src/index.ts', "export * from './more.js'\n")
  expect(problems()).toEqual([`${SOURCE}: ${message}`])
})

it.each([
  ['nobody can import', 'function sing(): void {}\n\n/** The song. */\nexport const song: string = String(sing)'],
  ['is private', '/** A song. */\nexport class Song {\n  #a = 1\n  private b = 2\n  /** @internal */\n  c = 3\n}'],
  [
    'is behind overloads',
    '/**\n * Sings.\n * @param song What.\n */\nexport function sing(song: string): void\nexport function sing(song: unknown): void {}',
  ],
  [
    'is a documented function type',
    '/**\n * Sings.\n * @param song What.\n */\nexport type Sing = (song: string) => void',
  ],
  ['is documented', '/**\n * Sings.\n * @param song What.\n */\nexport function sing(song: string): void {}'],
])('does not ask for what %s', (_, source) => {
  tree.write(SOURCE, `${source}\n`)
  tree.write('packages/birds/src/index.ts', "export * from './more.js'\n")
  expect(problems()).toEqual([''])
})

it('does not ask it of packages that are not published', () => {
  tree.write(
    'packages/birds/package.json',
    JSON.stringify({ ...JSON.parse(tree.read('packages/birds/package.json')), private: true }),
  )
  tree.write('packages/birds/src/index.ts', 'export const song = 1\n')
  expect(problems()).toEqual([''])
})
