import type { Context } from '@deepseek-ai/cordis'

import { messageOf } from '../host-error.js'

/** What `take` does after each edit, one edit after the other. An edit that cannot be read is told of and not taken. */
export function reloader(ctx: Context, take: () => Promise<void>): () => void {
  let before = Promise.resolve()
  return () => {
    // One after the other: the map of an older edit, read slowly, must not come after that of a newer one.
    before = before.then(() => reload(ctx, take))
  }
}

async function reload(ctx: Context, take: () => Promise<void>): Promise<void> {
  try {
    await take()
  } catch (error) {
    ctx.logger.warn('%s', `the edit is not taken: ${messageOf(error)}`)
  }
}
