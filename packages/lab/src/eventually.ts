import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves with the first result of `look` that is neither `undefined` nor `false`, looking every 20 ms. For what
 * announces itself by no event, such as the death of a grandchild. Rejects after `withinMs`, saying `what` never came.
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    await wait(20)
  }
  throw new Error(`${what}: not within ${withinMs} ms`)
}

/** The lines of a file that the scripted server appends to; none while the file does not exist. */
export function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
}
