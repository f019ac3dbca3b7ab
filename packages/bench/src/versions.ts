import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { z } from 'zod'

const manifest = z.object({ version: z.string() })
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** The installed version of a package that this one depends on. */
export function versionOf(name: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))).version
}
