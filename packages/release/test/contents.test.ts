import { describe, expect, it } from 'vitest'

import { contentProblems } from '../src/contents.js'

const manifest = {
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  files: ['dist', 'src'],
}
const built = ['dist/index.js', 'dist/index.js.map', 'dist/index.d.ts', 'dist/index.d.ts.map', 'src/index.ts']
const good = ['package.json', 'README.md', 'LICENSE', ...built]

function problems(paths: readonly string[], there = [...paths], source = '../src/index.ts'): readonly string[] {
  const has = (path: string): boolean => there.includes(path)
  return contentProblems({ paths }, { manifest, has, read: () => JSON.stringify({ sources: [source] }) })
}

function problemsOf(
  paths: readonly string[],
  changed: object,
  map = '{ "sources": ["../src/index.ts"] }',
): readonly string[] {
  return contentProblems({ paths }, { manifest: { ...manifest, ...changed }, has: () => true, read: () => map })
}

describe('a tarball', () => {
  it('is right with its pages, its modules, their types, maps and sources', () => {
    expect(problems(good)).toEqual([])
  })

  it.each(['README.md', 'LICENSE', 'dist/index.d.ts', 'dist/index.js.map', 'dist/index.d.ts.map'])(
    'is wrong without %s',
    (path) => {
      expect(problems(good.filter((each) => each !== path))).toEqual([`${path} is missing from the package`])
    },
  )

  it('carries the README in the other language when there is one', () => {
    expect(problems([...good, 'README.zh.md'])).toEqual([])
    expect(problems(good, [...good, 'README.zh.md'])).toEqual(['README.zh.md is missing from the package'])
  })

  it.each([
    'src/naming.test.ts',
    'src/fixtures/a.ts',
    'src/naming.bench.ts',
    'test/index.ts',
    'dist/tsconfig.tsbuildinfo',
    '.env',
    'src/secret.json',
  ])('is wrong with %s', (path) => {
    expect(problems([...good, path])).toEqual([`${path} does not belong into the package`])
  })

  it('carries what its exports promise, and no more', () => {
    const exports = { ...manifest.exports, './config.schema.json': './config.schema.json' }
    const files = [...manifest.files, 'config.schema.json']
    const pages = [...good, 'README.zh.md', 'CHANGELOG.md']
    expect(problemsOf([...pages, 'config.schema.json'], { exports, files })).toEqual([])
    expect(problemsOf(pages, { exports, files })).toEqual(['config.schema.json is missing from the package'])
    expect(problemsOf([...pages, 'config.schema.json'], { files })).toEqual([
      'config.schema.json does not belong into the package',
    ])
  })

  it.each(['', 'no JSON', '{}', '{ "sources": [] }'])('is wrong with a map that says %j', (text) => {
    expect(problemsOf([...good, 'README.zh.md', 'CHANGELOG.md'], {}, text)).toEqual([
      'dist/index.js.map names no source',
      'dist/index.d.ts.map names no source',
    ])
  })

  it('is looked into, whatever is wrong with its manifest', () => {
    const paths = good.filter((path) => path !== 'LICENSE')
    expect(problemsOf([...paths, 'README.zh.md', 'CHANGELOG.md'], { exports: 1, files: undefined })).toEqual([
      'LICENSE is missing from the package',
    ])
  })

  it('is wrong with output whose source was removed', () => {
    const old = ['dist/old.js', 'dist/old.js.map', 'dist/old.d.ts', 'dist/old.d.ts.map']
    expect(problems([...good, ...old])).toEqual([
      'src/old.ts is missing from the package',
      'dist/old.js has no source any more; build again',
    ])
  })

  it('is wrong with a module that is made from the source of another package', () => {
    expect(problems(good, good, '../../naming/src/index.ts')).toEqual([
      'dist/index.js.map is made from ../../naming/src/index.ts, which is not in the package',
      'dist/index.d.ts.map is made from ../../naming/src/index.ts, which is not in the package',
    ])
  })
})
