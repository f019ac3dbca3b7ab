import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { freshFolder } from '@harness-mcp/lab/vitest'
import { expect, it } from 'vitest'
import { z } from 'zod'

import { folderOf, publishedPackages } from '../src/index.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = dirname(createRequire(import.meta.url).resolve('@changesets/cli/package.json'))

it('a change of naming within the ranges of its dependents releases naming alone', async () => {
  expect(await released({ naming: 'patch' })).toEqual({ naming: '0.1.1' })
})

it('a change of naming beyond those ranges releases, by a patch, each package that depends on it', async () => {
  expect(await released({ naming: 'minor' })).toEqual({ naming: '0.2.0', client: '0.1.1', sessions: '0.1.1' })
})

it('a change of result-adapter passes in-process by, and every package keeps a version of its own', async () => {
  expect(await released({ 'result-adapter': 'minor', client: 'minor' })).toEqual({
    'result-adapter': '0.2.0',
    resources: '0.1.1',
    client: '0.2.0',
    desktop: '0.1.1',
    sessions: '0.1.1',
  })
})

it('the changelog of a dependent says why it was released', async () => {
  const copy = afterFirstRelease()
  await version(copy, { naming: 'minor' })
  expect(changelog(copy, 'naming')).toMatch(/## 0\.2\.0\n\n### Minor Changes\n\n- [^]*What is different\./)
  expect(changelog(copy, 'client')).toMatch(
    /## 0\.1\.1\n\n### Patch Changes\n\n- Updated dependencies[^]*@harness-mcp\/naming@0\.2\.0/,
  )
})

type Bumps = Readonly<Record<string, 'patch' | 'minor'>>

/** The versions that these changes would release, of all packages at 0.1.0. */
async function released(bumps: Bumps): Promise<Record<string, string>> {
  const copy = afterFirstRelease()
  await version(copy, bumps)
  const versions = readdirSync(join(copy, 'packages')).map((name): [string, string] => [name, versionIn(copy, name)])
  return Object.fromEntries(versions.filter(([name, now]) => now !== (isPublished(name) ? '0.1.0' : '0.0.0')))
}

/** The manifests of this workspace as they are after a first release, with all that changesets looks at. */
function afterFirstRelease(): string {
  const copy = freshFolder()
  mkdirSync(join(copy, 'node_modules/@changesets'), { recursive: true })
  symlinkSync(cli, join(copy, 'node_modules/@changesets/cli'), 'junction')
  for (const file of ['package.json', 'pnpm-workspace.yaml', '.changeset/config.json'])
    cpSync(join(root, file), join(copy, file))
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest = readFileSync(join(folderOf(name), 'package.json'), 'utf8')
    mkdirSync(join(copy, 'packages', name), { recursive: true })
    writeFileSync(join(copy, 'packages', name, 'package.json'), isPublished(name) ? at('0.1.0', manifest) : manifest)
  }
  writeFileSync(join(copy, '.gitignore'), 'node_modules\n')
  git(copy, 'init', '--quiet', '--initial-branch=main')
  commit(copy)
  return copy
}

async function version(copy: string, bumps: Bumps): Promise<void> {
  const lines = Object.entries(bumps).map(([name, bump]) => `'@harness-mcp/${name}': ${bump}`)
  writeFileSync(join(copy, '.changeset/change.md'), ['---', ...lines, '---', '', 'What is different.', ''].join('\n'))
  commit(copy)
  await run(process.execPath, [join(cli, 'bin.js'), 'version'], { cwd: copy })
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
}

function commit(folder: string): void {
  git(folder, 'add', '--all')
  git(folder, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=A change')
}

function at(number: string, manifest: string): string {
  return manifest.replace(/"version": "[^"]*"/, `"version": "${number}"`)
}

function isPublished(name: string): boolean {
  return publishedPackages().includes(name)
}

function versionIn(copy: string, name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(copy, 'packages', name, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

function changelog(copy: string, name: string): string {
  return readFileSync(join(copy, 'packages', name, 'CHANGELOG.md'), 'utf8')
}
