import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { shell } from './npm.js'
import { folderOf } from './workspace.js'

const run = promisify(execFile)

export interface Packed {
  /** The tarball, an absolute path. */
  readonly file: string
  /** What it holds, by paths within the package, such as `dist/index.js`. */
  readonly paths: readonly string[]
}

const report = z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })

/** Packs a package of this workspace as it would be published: ranges of the workspace become versions. */
export async function pack(name: string, target: string): Promise<Packed> {
  const own = await mkdtemp(join(target, `${name}-`))
  const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', own], { cwd: folderOf(name), shell })
  const { filename, files } = report.parse(JSON.parse(stdout))
  return { file: filename, paths: files.map(({ path }) => path) }
}
