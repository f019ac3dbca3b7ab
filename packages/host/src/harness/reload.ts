import type { Context } from '@deepseek-ai/cordis'
import type { McpSession } from '@harness-mcp/sessions'

import type { ServerMap } from '../config/mcp-servers-file.js'
import { messageOf } from '../host-error.js'

/** Makes a session follow its file, one edit after the other. An edit that cannot be read is told of and not taken. */
export function reloader(ctx: Context, session: McpSession, reread: () => Promise<ServerMap>): () => void {
  let before = Promise.resolve()
  return () => {
    // One after the other: the map of an older edit, read slowly, must not come after that of a newer one.
    before = before.then(() => reload(ctx, session, reread))
  }
}

async function reload(ctx: Context, session: McpSession, reread: () => Promise<ServerMap>): Promise<void> {
  try {
    await session.setServers(await reread())
  } catch (error) {
    ctx.logger.warn('%s', `the edit is not taken: ${messageOf(error)}`)
  }
}
