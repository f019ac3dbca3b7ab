import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { filledTree, type Tree } from './support/tree.js'

/** Runs a script in a tree as `pnpm run` does in the root. Resolves to its exit code and what it printed. */
function run(
  tree: Tree,
  script: string,
  ...args: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const file = fileURLToPath(new URL(`../dist/scripts/${script}.js`, import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: tree.root }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

it('exits with 1, names the stale files and what mends them, and changes nothing; the named command mends them', async () => {
  const tree = await filledTree()
  tree.change('packages/birds/src/birds.ts', 'add(name: string): void', 'add(name: string): boolean')
  const page = tree.read('docs/subsystems/birds.md')
  const mend = 'is stale: run `pnpm run gen-cordis-catalog`'
  expect(await run(tree, 'gen-cordis-catalog', '--check')).toEqual({
    code: 1,
    stdout: '',
    stderr: `docs/subsystems/birds.md: ${mend}\ndocs/subsystems/birds.zh.md: ${mend}\n`,
  })
  expect(tree.read('docs/subsystems/birds.md')).toBe(page)
  expect(await run(tree, 'gen-cordis-catalog')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await run(tree, 'gen-cordis-catalog', '--check')).toEqual({ code: 0, stdout: '', stderr: '' })
})

it('says which manifest cannot be read', async () => {
  const tree = await filledTree()
  tree.write('packages/nests/package.json', '{ "name": "nests", "exports": 1 }')
  const { code, stderr } = await run(tree, 'doc-sync')
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^packages\/nests\/package\.json: cannot be read: .*exports\n$/),
  ])
})

it('writes nothing when it does not know an argument', async () => {
  const tree = await filledTree()
  tree.change('packages/birds/src/birds.ts', 'Adds one.', 'Adds a bird.')
  const page = tree.read('docs/subsystems/birds.md')
  const { code, stderr } = await run(tree, 'gen-cordis-catalog', '--chekc')
  expect([code, stderr]).toEqual([1, 'unknown: --chekc; the only argument is --check\n'])
  expect(tree.read('docs/subsystems/birds.md')).toBe(page)
})

it('says where it has to be started', async () => {
  const tree = await filledTree()
  tree.remove('README.md')
  tree.remove('packages/birds/package.json')
  const { code, stderr } = await run(tree, 'doc-sync')
  expect([code, stderr]).toEqual([1, 'there are no packages here: start this in the root of the repository\n'])
})
