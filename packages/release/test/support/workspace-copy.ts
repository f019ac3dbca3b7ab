import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freshFolder } from '@harness-mcp/lab/vitest'

import { folderOf, publishedPackages } from '../../src/index.js'

export const root: string = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folder of changesets' own command. */
export const cli: string = dirname(createRequire(import.meta.url).resolve('@changesets/cli/package.json'))

/** The manifests of this workspace as they are after a first release, with all that changesets looks at. */
export function afterFirstRelease(): string {
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

export function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
}

export function commit(folder: string): void {
  git(folder, 'add', '--all')
  git(folder, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=A change')
}

function at(number: string, manifest: string): string {
  return manifest.replace(/"version": "[^"]*"/, `"version": "${number}"`)
}

export function isPublished(name: string): boolean {
  return publishedPackages().includes(name)
}
