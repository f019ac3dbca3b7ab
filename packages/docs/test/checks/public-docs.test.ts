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
  [
    'a parameter of a function in a member',
    '/** A singer. */\nexport interface Singer {\n  /** Sings. */\n  sing?: ((song: string) => void) | undefined\n}',
    'the parameter `song` of Singer.sing is not documented',
  ],
  [
    'a parameter of a function in a field',
    '/** A singer. */\nexport class Singer {\n  /** Sings. */\n  readonly sing = (song: string): void => {}\n}',
    'the parameter `song` of Singer.sing is not documented',
  ],
  [
    'a parameter of a function in a typed constant',
    '/** Sings. */\nexport const sing: (song: string) => void = () => {}',
    'the parameter `song` of sing is not documented',
  ],
  ['a member of an object type', '/** A song. */\nexport type Song = { length: number }', 'Song.length has no JSDoc'],
  ['a static method', '/** A song. */\nexport class Song {\n  static none(): void {}\n}', 'Song.none has no JSDoc'],
  [
    'a constructor',
    '/** A song. */\nexport class Song {\n  constructor(text: string) {}\n}',
    'Song.constructor has no JSDoc',
  ],
  ['tags without words', '/** @deprecated */\nexport type Song = string', 'Song has no JSDoc'],
  [
    'a parameter that was removed',
    '/**\n * Sings.\n * @param song What.\n * @param loud How.\n */\nexport function sing(song: string): void {}',
    'the JSDoc of sing is about a parameter `loud`, which it does not have',
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
  [
    'stands behind overloads of a class',
    '/** A. */\nexport class Singer {\n  /**\n   * Sings.\n   * @param song What.\n   */\n  sing(song: string): void\n  sing(song: unknown): void {}\n}',
  ],
  [
    'is set as it is read',
    '/** A. */\nexport class Song {\n  /** Its length. */\n  get length(): number {\n    return 1\n  }\n  set length(value: number) {}\n}',
  ],
  [
    'is taken apart and named',
    '/**\n * Sings.\n * @param options How.\n */\nexport function sing({ loud }: { loud: boolean }): void {}',
  ],
  [
    'is made without anything',
    '/** A. */\nexport class Song {\n  constructor() {}\n  private static none(): void {}\n}',
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
