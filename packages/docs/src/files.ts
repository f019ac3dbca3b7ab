import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The text of a file; `undefined` when there is none. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Writes a file, with the folders above it. */
export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Folders of dependencies and output, which no repository holds. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage'])

/** The files under a folder, sorted, as paths from `root` with `/`. Hidden ones, dependencies and output are left out. */
export function filesUnder(root: string, folder: string): string[] {
  return entriesOf(join(root, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) return []
    return entry.isDirectory() ? filesUnder(root, path) : [path]
  })
}

/** The files in a folder alone, sorted, as paths from `root`. */
export function filesIn(root: string, folder: string): string[] {
  return entriesOf(join(root, folder)).flatMap((entry) =>
    entry.isFile() ? [folder === '' ? entry.name : `${folder}/${entry.name}`] : [],
  )
}

/** The names of the folders in a folder, sorted. */
export function foldersIn(path: string): string[] {
  return entriesOf(path).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
