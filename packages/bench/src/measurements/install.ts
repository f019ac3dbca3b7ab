import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { z } from 'zod'

const run = promisify(execFile)
const shell = process.platform === 'win32'
const workspace = fileURLToPath(new URL('../../../', import.meta.url))

export interface Installed {
  /** Of all files, in MB of 1,048,576 bytes. */
  readonly megabytes: number
  readonly packages: number
}

export interface Packed {
  file(folder: string): string
  /** Each package by its file, because none of them is in a registry yet. */
  readonly overrides: Readonly<Record<string, string>>
  remove(): void
}

/** Packs packages of this workspace as they would be published. */
export async function packAll(folders: readonly string[]): Promise<Packed> {
  const target = mkdtempSync(join(tmpdir(), 'bench-packed-'))
  const files = new Map<string, string>()
  for (const folder of folders) {
    const own = join(target, folder)
    mkdirSync(own)
    await run('pnpm', ['pack', '--pack-destination', own], { cwd: join(workspace, folder), shell })
    files.set(folder, `file:${join(own, readdirSync(own)[0] ?? '')}`)
  }
  return {
    file: (folder) => files.get(folder) ?? '',
    overrides: Object.fromEntries([...files].map(([folder, file]) => [`@harness-mcp/${folder}`, file])),
    remove: () => rmSync(target, { recursive: true, force: true }),
  }
}

/** Installs packages into an empty folder by npm, with what they need and nothing for development. */
export async function install(
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-install-'))
  try {
    // npm refuses an override of a direct dependency that differs from it, and takes one that is the same.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    await run('npm', ['install', ...quiet], { cwd: folder, shell, timeout: 300_000 })
    return measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lockfile = z.object({ packages: z.record(z.string(), z.unknown()) })

function measure(folder: string): Installed {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  const installed = Object.keys(packages).filter((path) => path !== '')
  const bytes = installed.length === 0 ? 0 : sizeOf(join(folder, 'node_modules'))
  return { megabytes: bytes / 1_048_576, packages: installed.length }
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
