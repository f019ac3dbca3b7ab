import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { npmrc, shell } from './npm.js'

const run = promisify(execFile)

export interface Installation {
  readonly folder: string
  /** The paths of what came, such as `node_modules/ajv`, sorted. A second copy of a package has a path of its own. */
  readonly paths: readonly string[]
  /** Those of them that would run a script while they are installed. */
  readonly withScripts: readonly string[]
  /** Of all files, in MB of 1,048,576 bytes. */
  readonly megabytes: number
  remove(): Promise<void>
}

/**
 * Installs packages by npm into an empty folder outside this workspace, as `['ajv@8.20.0']` says. Those of our scope come
 * from `registry`. Nothing runs a script. Throws what npm says when it fails.
 */
export async function install(specifiers: readonly string[], registry?: string): Promise<Installation> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'harness-mcp-install-')))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    if (registry !== undefined) await writeFile(join(folder, '.npmrc'), npmrc(registry))
    // An earlier registry may have had the same port, and npm remembers what it said there.
    const fresh = registry === undefined ? [] : ['--prefer-online']
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    await run('npm', ['install', ...specifiers, ...fresh, ...quiet], { cwd: folder, shell, timeout: 300_000 })
    return { folder, ...measure(folder), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().default(false) })),
})

function measure(folder: string): Pick<Installation, 'paths' | 'withScripts' | 'megabytes'> {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  const bytes = installed.length === 0 ? 0 : sizeOf(join(folder, 'node_modules'))
  return {
    paths: installed.map(([path]) => path).sort(),
    withScripts: installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    megabytes: bytes / 1_048_576,
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sizeOf(path)
      return entry.isFile() ? statSync(path).size : 0
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}
