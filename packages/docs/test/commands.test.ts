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
    execFile(process.execPath, [file, ...args], { cwd: tree.open().root }, (error, stdout, stderr) => {
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

it('says where it has to be started', async () => {
  const tree = await filledTree()
  tree.remove('README.md')
  tree.remove('packages/birds/package.json')
  const { code, stderr } = await run(tree, 'doc-sync')
  expect([code, stderr]).toEqual([1, 'there are no packages here: start this in the root of the repository\n'])
})
