import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { z } from 'zod'

const check = z.object({
  name: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  description: z.string(),
  errorMessage: z.string().optional(),
})

/** One check that the referee made. */
export interface Check {
  readonly name: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly description: string
  readonly errorMessage?: string | undefined
}

/** What the referee writes down of one scenario. */
export interface Results {
  readonly checks: readonly Check[]
  /** What the client that it tested wrote. */
  readonly clientOutput: string
  readonly clientErrors: string
}

/**
 * Reads what the referee wrote into its output folder. `undefined` when it did not come to writing; throws when the checks
 * have another shape than those of the pinned version.
 */
export async function readResults(folder: string): Promise<Results | undefined> {
  // The folder of a scenario lies as deep as its name has slashes.
  const files = await readdir(folder, { recursive: true })
  // Written last. Without it the referee ended in the middle.
  const last = files.find((file) => basename(file) === 'stderr.txt')
  if (last === undefined) return undefined
  const text = (file: string): Promise<string> => readFile(join(folder, dirname(last), file), 'utf8')
  return {
    checks: z.array(check).parse(JSON.parse(await text('checks.json'))),
    clientOutput: await text('stdout.txt'),
    clientErrors: await text('stderr.txt'),
  }
}
