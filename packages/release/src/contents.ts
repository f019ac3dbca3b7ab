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
  // Whatever is wrong with these, `metadataProblems` tells.
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).catch({}),
  files: z.array(z.string()).catch([]),
})

/** What a tarball lacks, and what it has that is none of a user's. */
export function contentProblems({ paths }: Pick<Packed, 'paths'>, source: Source): readonly string[] {
  return [...missing(paths, source), ...strangers(paths, source), ...stale(paths, source), ...foreign(paths, source)]
}

function missing(paths: readonly string[], { manifest, has }: Source): readonly string[] {
  const { files } = entries.parse(manifest)
  const pages = ['README.md', 'LICENSE', ...['README.zh.md', 'CHANGELOG.md'].filter(has)]
  const absent = [...pages, ...promised(manifest), ...paths.filter(isModule).flatMap(companions)].filter(
    (path) => !paths.includes(path),
  )
  const empty = files.filter((name) => !paths.some((path) => path === name || path.startsWith(`${name}/`)))
  return [...new Set([...absent, ...empty])].map((path) => `${path} is missing from the package`)
}

/** The files that a program can ask for by name. */
function promised(manifest: unknown): readonly string[] {
  return Object.values(entries.parse(manifest).exports)
    .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    .map((path) => path.replace('./', ''))
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
const TEST = /(^|\/)(test|tests|fixtures|examples|bench|__\w+__)\/|\.(test|spec|bench)\./

function strangers(paths: readonly string[], { manifest }: Source): readonly string[] {
  const named = promised(manifest)
  const isExpected = (path: string): boolean => named.includes(path) || EXPECTED.some((pattern) => pattern.test(path))
  return paths
    .filter((path) => TEST.test(path) || !isExpected(path))
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
    .flatMap((path) => {
      const sources = sourcesIn(read(path))
      if (sources.length === 0) return [`${path} names no source`]
      return sources
        .filter((source) => !paths.includes(new URL(source, `file:///${path}`).pathname.slice(1)))
        .map((source) => `${path} is made from ${source}, which is not in the package`)
    })
}

/** None of a map that cannot be read. */
function sourcesIn(text: string): readonly string[] {
  try {
    return map.parse(JSON.parse(text)).sources
  } catch {
    return []
  }
}

function isModule(path: string): boolean {
  return path.startsWith('dist/') && path.endsWith('.js')
}

function sourceOf(module: string): string {
  return module.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts')
}
