import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { z } from 'zod'

const packages = fileURLToPath(new URL('../../', import.meta.url))

const privacy = z.object({ private: z.boolean().default(false) })

/** The folder of a package of this workspace, an absolute path. */
export function folderOf(name: string): string {
  return join(packages, name)
}

/** The folder names of the packages that users get, sorted: those that are not private. */
export function publishedPackages(): readonly string[] {
  return readdirSync(packages)
    .filter((name) => existsSync(join(folderOf(name), 'package.json')))
    .filter((name) => !privacy.parse(manifestOf(name)).private)
    .sort()
}

export function manifestOf(name: string): unknown {
  return JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
}
