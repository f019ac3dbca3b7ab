import { pathToFileURL } from 'node:url'

import type { Context, Fiber } from '@deepseek-ai/cordis'
import { Group, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { TimerService } from '@deepseek-ai/cordis-plugin-timer'
import { LocalAttachmentStore } from '@deepseek-ai/dsh-attachment-local'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import * as desktop from '@harness-mcp/desktop'
import * as resources from '@harness-mcp/resources'

import { storeHome } from './attachments.js'
import { HostInclude } from './include.js'
import * as playedModel from './model.js'

/** Mounts what a harness has before any server: `mounted` gets each service as it is there, so that none outlives a failure. */
export async function mountServices(ctx: Context, mounted: Fiber[], dataFolder: string): Promise<void> {
  // The prompt holds what MCP brings and nothing else; a real harness adds its identity and persona.
  mounted.push(await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false, includeRuntimeContext: false }))
  mounted.push(await ctx.plugin(ToolRuntime, {}))
  mounted.push(await ctx.plugin(LocalAttachmentStore, { dshHome: storeHome(dataFolder) }))
  mounted.push(await ctx.plugin(playedModel))
  mounted.push(await ctx.plugin(resources))
  mounted.push(await ctx.plugin(TimerService))
}

/** Mounts something on the services. `mounted` gets it as soon as it is there. */
export type Mount = (ctx: Context, mounted: Fiber[]) => Promise<void>

/** Reads the entries of `file`, an absolute path, through the published loader, and begins to start them. */
export function entriesOf(file: string): Mount {
  return async (ctx, mounted) => {
    const baseUrl = new URL('.', pathToFileURL(file)).href
    mounted.push(await ctx.plugin(Loader, { baseUrl }))
    ctx.loader.builtins['include'] = HostInclude
    ctx.loader.builtins['group'] = Group
    await ctx.loader.create({ name: 'cordis:include', config: { path: pathToFileURL(file).href } })
  }
}

/** Mounts the native desktop with these tools alone, and waits until they are there. */
export function desktopWith(...allow: string[]): Mount {
  return async (ctx, mounted) => void mounted.push(await ctx.plugin(desktop, { tools: { allow } }))
}
