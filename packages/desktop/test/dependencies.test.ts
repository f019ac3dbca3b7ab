import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('..', import.meta.url))

/** What a manifest asks for at run time. */
interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

let target: string
let packed: Manifest

beforeAll(async () => {
  target = await mkdtemp(join(tmpdir(), 'desktop-packed-'))
  const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', target], { cwd: folder })
  await run('tar', ['-xzf', JSON.parse(stdout).filename, '-C', target])
  packed = JSON.parse(readFileSync(join(target, 'package/package.json'), 'utf8'))
})

afterAll(() => rm(target, { recursive: true, force: true }))

describe('the packed package', () => {
  it('asks for the adapter, the driver and what reads its configuration', () => {
    expect(Object.keys(packed.dependencies ?? {}).toSorted()).toEqual([
      '@harness-mcp/result-adapter',
      '@trycua/cua-driver',
      'picomatch',
      'zod',
    ])
    expect(packed.optionalDependencies).toBeUndefined()
  })

  it('brings neither the client nor an SDK, however deep one looks', () => {
    const tree = [...everythingUnder(folder, packed)].toSorted()
    expect(tree).toEqual(expect.arrayContaining(['@harness-mcp/result-adapter', '@trycua/cua-driver', 'ajv']))
    expect(tree.filter((name) => name.startsWith('@harness-mcp/'))).toEqual(['@harness-mcp/result-adapter'])
    const others = tree.filter((name) => !name.startsWith('@harness-mcp/'))
    expect(others.filter((name) => /mcp|modelcontextprotocol|sdk/.test(name))).toEqual([])
  })

  it('would be caught if it did: the same look at the client finds both', () => {
    const client = join(folder, '../client')
    const tree = everythingUnder(client, JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')))
    expect([...tree]).toEqual(expect.arrayContaining(['@harness-mcp/naming', '@modelcontextprotocol/client']))
  })
})

/** The names of all installed packages that one needs at run time, directly or through others. */
function everythingUnder(start: string, manifest: Manifest, seen = new Set<string>()): Set<string> {
  const names = { ...manifest.dependencies, ...manifest.optionalDependencies }
  for (const name of Object.keys(names)) {
    const at = installed(name, start)
    // An optional dependency for another platform is not there.
    if (seen.has(name) || at === undefined) continue
    seen.add(name)
    everythingUnder(at, JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')), seen)
  }
  return seen
}

/** Where Node finds a package from a folder. */
function installed(name: string, from: string): string | undefined {
  const candidate = join(from, 'node_modules', name)
  if (existsSync(candidate)) return realpathSync(candidate)
  const parent = dirname(from)
  return parent === from ? undefined : installed(name, parent)
}
