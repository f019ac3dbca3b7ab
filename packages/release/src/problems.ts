import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { contentProblems } from './contents.js'
import { metadataProblems } from './metadata.js'
import type { Packed } from './pack.js'
import { folderOf, manifestOf } from './workspace.js'

/** What is wrong with a package of this workspace as users would get it, one line each. */
export function problemsOf(name: string, packed: Pick<Packed, 'paths'>): readonly string[] {
  const manifest = manifestOf(name)
  const contents = contentProblems(packed, {
    manifest,
    has: (path) => existsSync(join(folderOf(name), path)),
    read: (path) => readFileSync(join(folderOf(name), path), 'utf8'),
  })
  return [...metadataProblems(manifest, name), ...contents]
}
