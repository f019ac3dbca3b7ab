import { pathToFileURL } from 'node:url'

import { Group, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { mcpServersOf } from '@harness-mcp/client'
import type {} from '@harness-mcp/client/cordis'

import type { Mount } from './composition.js'
import { failedEntries, onFailedEntry } from './failed-entries.js'
import { HostInclude } from './include.js'
import { watchConfig } from './live-edits.js'

/** Reads the entries of `file`, an absolute path, through the published loader, and begins to start them. */
export function loadedServers(file: string): Mount {
  return async (ctx, mounted) => {
    const baseUrl = new URL('.', pathToFileURL(file)).href
    mounted.push(await ctx.plugin(Loader, { baseUrl }))
    ctx.loader.builtins['include'] = HostInclude
    ctx.loader.builtins['group'] = Group
    await ctx.loader.create({ name: 'cordis:include', config: { path: pathToFileURL(file).href } })
    return {
      list: () => mcpServersOf(ctx),
      started: () => ctx.loader.await(),
      onChange: (listener) => ctx.on('mcp/change', listener),
      failedEntries: () => failedEntries(ctx),
      onFailure: (listener) => onFailedEntry(ctx, listener),
      watch: () => watchConfig(ctx, mounted, file),
    }
  }
}
