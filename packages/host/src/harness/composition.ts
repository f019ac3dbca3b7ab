import type { Context } from '@deepseek-ai/cordis'
import { TimerService } from '@deepseek-ai/cordis-plugin-timer'
import { LocalAttachmentStore } from '@deepseek-ai/dsh-attachment-local'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import * as desktop from '@harness-mcp/desktop'
import * as resources from '@harness-mcp/resources'

import { storeHome } from './attachments.js'
import * as playedModel from './model.js'
import { noServers, type Servers } from './servers.js'

/** Mounts what a harness has before any server: `mounted` gets each service as it is there, so that none outlives a failure. */
export async function mountServices(ctx: Context, mounted: Mounted[], dataFolder: string): Promise<void> {
  // The prompt holds what MCP brings and nothing else; a real harness adds its identity and persona.
  mounted.push(await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false, includeRuntimeContext: false }))
  mounted.push(await ctx.plugin(ToolRuntime, {}))
  mounted.push(await ctx.plugin(LocalAttachmentStore, { dshHome: storeHome(dataFolder) }))
  mounted.push(await ctx.plugin(playedModel))
  mounted.push(await ctx.plugin(resources))
  mounted.push(await ctx.plugin(TimerService))
}

/** What is ended with the harness. */
export interface Mounted {
  dispose(): Promise<unknown>
}

/** Mounts servers on the services, and begins to start them. `mounted` gets what is to be ended as soon as it is there. */
export type Mount<Kind extends Servers = Servers> = (ctx: Context, mounted: Mounted[]) => Promise<Kind>

/** Mounts the native desktop with these tools alone, and waits until they are there. */
export function desktopWith(...allow: string[]): Mount {
  return async (ctx, mounted) => {
    mounted.push(await ctx.plugin(desktop, { tools: { allow } }))
    return noServers
  }
}
