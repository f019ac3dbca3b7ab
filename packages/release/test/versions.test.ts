import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'
import { z } from 'zod'

import { afterFirstRelease, cli, commit, isPublished } from './support/workspace-copy.js'

const run = promisify(execFile)

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

async function version(copy: string, bumps: Bumps): Promise<void> {
  const lines = Object.entries(bumps).map(([name, bump]) => `'@harness-mcp/${name}': ${bump}`)
  writeFileSync(join(copy, '.changeset/change.md'), ['---', ...lines, '---', '', 'What is different.', ''].join('\n'))
  commit(copy)
  await run(process.execPath, [join(cli, 'bin.js'), 'version'], { cwd: copy })
}

function versionIn(copy: string, name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(copy, 'packages', name, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

function changelog(copy: string, name: string): string {
  return readFileSync(join(copy, 'packages', name, 'CHANGELOG.md'), 'utf8')
}
