import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'

import { afterFirstRelease, commit, git, root } from './support/workspace-copy.js'

const SCRIPT = join(root, 'scripts/check-changesets.mjs')

let copy: string

beforeEach(() => {
  copy = afterFirstRelease()
  git(copy, 'checkout', '--quiet', '-b', 'change')
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

/** Runs the check there, on this machine or on a forge. */
function check(forge?: 'on a forge'): { status: number | null; output: string } {
  const { GITHUB_ACTIONS: _left, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...env, ...(forge !== undefined && { GITHUB_ACTIONS: 'true' }) },
  })
  return { status, output: stdout + stderr }
}

describe('a branch', () => {
  it.each([
    ['a source', 'packages/naming/src/naming.ts', 'export const a = 1\n'],
    ['its manifest', 'packages/naming/package.json', '{ "name": "@harness-mcp/naming", "version": "0.1.0" }\n'],
  ])('fails that changed %s of a package and has no changeset, committed or not', (_, path, text) => {
    write(path, text)
    git(copy, 'add', '--all')
    for (const act of [() => undefined, () => commit(copy)]) {
      act()
      const { status, output } = check()
      expect(status).toBe(1)
      expect(output).toContain('Some packages have been changed but no changesets were found')
    }
  })

  it('passes with a changeset for it', () => {
    write('packages/naming/src/naming.ts', 'export const a = 1\n')
    write('.changeset/names.md', "---\n'@harness-mcp/naming': patch\n---\n\nWhat is different.\n")
    commit(copy)
    expect(check()).toEqual({ status: 0, output: expect.stringContaining('@harness-mcp/naming') })
  })

  it.each(['packages/naming/test/naming.test.ts', 'packages/lab/src/new.ts', 'docs/naming.md'])(
    'needs none for what no user gets: %s',
    (path) => {
      write(path, '\n')
      commit(copy)
      expect(check().status).toBe(0)
    },
  )
})

describe('where there is nothing to compare with', () => {
  it('says that there is no main branch, and fails on a forge', () => {
    git(copy, 'branch', '--quiet', '-D', 'main')
    const output = 'Not compared with the main branch: there is no branch "main" here\n'
    expect(check()).toEqual({ status: 0, output })
    expect(check('on a forge')).toEqual({ status: 1, output })
  })

  it('says that there is no repository, and fails on a forge', () => {
    rmSync(join(copy, '.git'), { recursive: true })
    const output = expect.stringMatching(/^Not compared with the main branch: fatal: not a git repository/)
    expect(check()).toEqual({ status: 0, output })
    expect(check('on a forge')).toEqual({ status: 1, output })
  })
})
