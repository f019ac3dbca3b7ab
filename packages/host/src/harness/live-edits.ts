import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Context } from '@deepseek-ai/cordis'
import Hmr from '@deepseek-ai/cordis-plugin-hmr'

import type { Mounted } from './composition.js'
import { fileWatcher, SETTLED_MS } from './file-watcher.js'
import { HostInclude } from './include.js'

/**
 * Makes edits of `file` take effect while the harness runs. That is the work of the published HMR, which needs Node 22 and
 * `--expose-internals`; elsewhere the host watches the file itself.
 */
export async function watchConfig(ctx: Context, mounted: Mounted[], file: string): Promise<void> {
  mounted.push(
    ctx.loader.internal
      ? await ctx.plugin(Hmr, hmrFor(file))
      : await ctx.plugin(fileWatcher(file, () => void includeOf(ctx, file)?.refresh())),
  )
}

function hmrFor(file: string): Hmr.Config {
  const base = new URL('.', pathToFileURL(file)).href
  // Polled: an editor puts a new file in place of the old one, and what it does right after that is lost on a watch of the old.
  return { base, root: [basename(file)], ignored: [], debounce: SETTLED_MS, usePolling: true, interval: SETTLED_MS }
}

function includeOf(ctx: Context, file: string): HostInclude | undefined {
  const trees = [...ctx.loader.entries()].map(({ subtree }) => subtree)
  return trees.find((tree): tree is HostInclude => tree instanceof HostInclude && tree.filename === file)
}
