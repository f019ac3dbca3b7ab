import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Context, Fiber } from '@deepseek-ai/cordis'
import Hmr from '@deepseek-ai/cordis-plugin-hmr'

import { HostInclude } from './include.js'

/** An editor may save in several steps. */
const SETTLED_MS = 100

/**
 * Makes edits of `file` take effect while the harness runs. That is the work of the published HMR, which needs Node 22 and
 * `--expose-internals`; elsewhere the host watches the file itself.
 */
export async function watchConfig(ctx: Context, mounted: Fiber[], file: string): Promise<void> {
  mounted.push(
    ctx.loader.internal
      ? await ctx.plugin(Hmr, hmrFor(file))
      : await ctx.plugin({
          name: 'config-watcher',
          inject: ['loader', 'timer'],
          apply: (inner: Context) => watchFile(inner, file),
        }),
  )
}

function hmrFor(file: string): Hmr.Config {
  const base = new URL('.', pathToFileURL(file)).href
  // Polled: an editor puts a new file in place of the old one, and what it does right after that is lost on a watch of the old.
  return { base, root: [basename(file)], ignored: [], debounce: SETTLED_MS, usePolling: true, interval: SETTLED_MS }
}

function watchFile(ctx: Context, file: string): void {
  const refresh = ctx.debounce(() => void includeOf(ctx, file)?.refresh(), SETTLED_MS)
  ctx.effect(() => {
    // The folder, because an editor may put a new file in place of the old one.
    const watcher = watch(dirname(file), (_event, changed) => {
      if (changed === basename(file)) refresh()
    })
    watcher.on('error', (error) => ctx.logger.warn('%s', `edits of ${file} are not seen any more: ${error.message}`))
    return () => watcher.close()
  }, 'config watcher')
}

function includeOf(ctx: Context, file: string): HostInclude | undefined {
  const trees = [...ctx.loader.entries()].map(({ subtree }) => subtree)
  return trees.find((tree): tree is HostInclude => tree instanceof HostInclude && tree.filename === file)
}
