import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'

import type { Context } from '@deepseek-ai/cordis'

/** An editor may save in several steps. */
export const SETTLED_MS = 100

/** A plugin that calls `refresh` after each edit of `file`, an absolute path. */
export function fileWatcher(
  file: string,
  refresh: () => void,
): { name: string; inject: string[]; apply(ctx: Context): void } {
  return { name: 'file-watcher', inject: ['timer'], apply: (ctx) => watchFile(ctx, file, refresh) }
}

function watchFile(ctx: Context, file: string, refresh: () => void): void {
  const settled = ctx.debounce(refresh, SETTLED_MS)
  ctx.effect(() => {
    // The folder, because an editor may put a new file in place of the old one.
    const watcher = watch(dirname(file), (_event, changed) => {
      if (changed === basename(file)) settled()
    })
    watcher.on('error', (error) => ctx.logger.warn('%s', `edits of ${file} are not seen any more: ${error.message}`))
    return () => watcher.close()
  }, 'file watcher')
}
