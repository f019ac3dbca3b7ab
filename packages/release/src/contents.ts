import { z } from 'zod'

import type { Packed } from './pack.js'

/** What stands in a folder of the workspace, as far as it decides what has to be in its tarball. */
export interface Source {
  readonly manifest: unknown
  /** Whether the folder has this file. */
  readonly has: (path: string) => boolean
  /** The text of a packed file. */
  readonly read: (path: string) => string
}

const entries = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  files: z.array(z.string()),
})

/** What a tarball lacks, and what it has that is none of a user's. */
export function contentProblems({ paths }: Pick<Packed, 'paths'>, source: Source): readonly string[] {
  return [...missing(paths, source), ...strangers(paths), ...stale(paths, source), ...foreign(paths, source)]
}

function missing(paths: readonly string[], { manifest, has }: Source): readonly string[] {
  const { exports, files } = entries.parse(manifest)
  const promised = Object.values(exports)
    .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    .map((path) => path.replace('./', ''))
  const pages = ['README.md', 'LICENSE', ...['README.zh.md', 'CHANGELOG.md'].filter(has)]
  const absent = [...pages, ...promised, ...paths.filter(isModule).flatMap(companions)].filter(
    (path) => !paths.includes(path),
  )
  const empty = files.filter((name) => !paths.some((path) => path === name || path.startsWith(`${name}/`)))
  return [...new Set([...absent, ...empty])].map((path) => `${path} is missing from the package`)
}

/** Each module has types, and maps that lead a debugger and an editor to its source. */
function companions(module: string): readonly string[] {
  const stem = module.replace(/\.js$/, '')
  return [`${stem}.js.map`, `${stem}.d.ts`, `${stem}.d.ts.map`, sourceOf(module)]
}

const EXPECTED = [
  /^(package\.json|LICENSE|README(\.zh)?\.md|CHANGELOG\.md)$/,
  /^src\/.+\.ts$/,
  /^dist\/.+\.(js|d\.ts)(\.map)?$/,
]
const TEST = /(^|\/)(test|tests|examples|__tests__)\/|\.(test|spec)\./

function strangers(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => TEST.test(path) || !EXPECTED.some((pattern) => pattern.test(path)))
    .map((path) => `${path} does not belong into the package`)
}

/** Output whose source is gone: a restored build cache can bring it back. */
function stale(paths: readonly string[], { has }: Source): readonly string[] {
  return paths
    .filter((path) => isModule(path) && !has(sourceOf(path)))
    .map((path) => `${path} has no source any more; build again`)
}

const map = z.object({ sources: z.array(z.string()) })

/** A map that leads out of the package tells of a file that was bundled from another one. */
function foreign(paths: readonly string[], { read }: Source): readonly string[] {
  return paths
    .filter((path) => path.endsWith('.map'))
    .flatMap((path) => map.parse(JSON.parse(read(path))).sources.map((source) => ({ path, source })))
    .filter(({ path, source }) => !paths.includes(new URL(source, `file:///${path}`).pathname.slice(1)))
    .map(({ path, source }) => `${path} is made from ${source}, which is not in the package`)
}

function isModule(path: string): boolean {
  return path.startsWith('dist/') && path.endsWith('.js')
}

function sourceOf(module: string): string {
  return module.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts')
}
