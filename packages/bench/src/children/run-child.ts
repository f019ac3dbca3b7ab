import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { z } from 'zod'

const run = promisify(execFile)

/** How long a child may take, in ms. */
const PATIENCE_MS = 600_000

/** Runs one of the scripts beside this file in a process of its own, and reads the JSON that it prints last. */
export async function runChild<T>(script: string, args: readonly string[], shape: z.ZodType<T>): Promise<T> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const options = { timeout: PATIENCE_MS, killSignal: 'SIGKILL', maxBuffer: 16_777_216 } as const
  try {
    const { stdout } = await run(process.execPath, ['--expose-gc', file, ...args], options)
    return shape.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
  } catch (error) {
    throw new Error(whatItSaid(error), { cause: error })
  }
}

/** The line of a child's standard error that names its error, not the command line and the warnings before it. */
function whatItSaid(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'stderr' in error ? String(error.stderr) : ''
  return /^\S*Error.*$/m.exec(said)?.[0] ?? /^FATAL.*$/m.exec(said)?.[0] ?? error.message
}
