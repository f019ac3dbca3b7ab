import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = fileURLToPath(new URL('../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** A folder with installed packages, and what a user can do there. */
export interface Project {
  /** What the compiler says of a module, with `skipLibCheck: false`; an empty string for nothing. */
  typeErrors(source: string): Promise<string>
  /** What a module prints, line by line. */
  run(source: string): Promise<string[]>
}

/** A project in a folder outside the workspace. */
export interface OutsideProject extends Project {
  /** Gives further packages of the registry to the project, from the workspace package that has them. */
  add(from: string, ...names: string[]): Promise<void>
  remove(): Promise<void>
}

/** A project that has installed these packages of ours: what npm would put there, and nothing else. */
export async function installOutside(...names: readonly string[]): Promise<OutsideProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'harness-mcp-outside-')))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of names) await install(folder, name)
  return {
    ...projectIn(folder),
    add: (from, ...added) => link(folder, from, added),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The project in a folder into which somebody has installed packages already; `lib` is more of the language's library. */
export function projectIn(folder: string, lib: readonly string[] = []): Project {
  return { typeErrors: (source) => typeErrors(folder, source, lib), run: (source) => runModule(folder, source) }
}

async function install(folder: string, name: string): Promise<void> {
  const target = join(folder, 'node_modules/@harness-mcp', name)
  await mkdir(target, { recursive: true })
  for (const part of ['package.json', 'dist']) {
    await cp(join(packages, name, part), join(target, part), { recursive: true })
  }
  const manifest: unknown = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'))
  await link(folder, name, foreign(manifest))
}

function foreign(manifest: unknown): string[] {
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return []
  const { dependencies } = manifest
  if (typeof dependencies !== 'object' || dependencies === null) return []
  return Object.keys(dependencies).filter((name) => !name.startsWith('@harness-mcp/'))
}

async function link(folder: string, from: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const target = join(folder, 'node_modules', name)
    // Two of the installed packages may need the same one.
    if (existsSync(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await symlink(await realpath(join(packages, from, 'node_modules', name)), target)
  }
}

const options = {
  module: 'NodeNext',
  target: 'ES2023',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  // The language's own library is the compiler's affair, and a third of the work.
  skipDefaultLibCheck: true,
  noEmit: true,
}

async function typeErrors(folder: string, source: string, lib: readonly string[]): Promise<string> {
  const compilerOptions = { ...options, lib: ['ES2023', 'DOM', ...lib] }
  await writeFile(join(folder, 'main.ts'), source)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  const { stdout } = await run(process.execPath, [tsc, '--project', folder]).catch(withOutput)
  return stdout
}

/** The compiler ends with an error when it finds one, and what it found is in its output. */
function withOutput(error: unknown): { stdout: string } {
  if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) }
  throw error
}

async function runModule(folder: string, source: string): Promise<string[]> {
  await writeFile(join(folder, 'main.mjs'), source)
  const { stdout } = await run(process.execPath, [join(folder, 'main.mjs')])
  return stdout.split('\n').slice(0, -1)
}
