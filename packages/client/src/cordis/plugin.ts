import { parseConfig } from '../config/config.js'
import type { McpServerConfig } from '../config/schema.js'
import { ManagedServer } from '../managed-server.js'
import type { McpLogger } from '../server.js'
import type { CordisContext } from './context.js'
import { cordisHarness } from './cordis-harness.js'
import { listServer } from './servers.js'

/** The name of the Cordis plugin. */
export const name = 'mcp-client'

/** The services without which it waits. */
export const inject: string[] = ['tools']

/**
 * The Cordis plugin: one entry of `cordis.yml` is one server, in the scope of that entry. Activation waits for the first
 * connection and discovery, so that the first turn of the harness sees the tools; a failed start does not fail it, unless
 * `failOnStartupError` is set.
 *
 * @param ctx - the context of the entry.
 * @param config - its configuration, which Cordis has checked against `Config`.
 */
export const apply = async (ctx: CordisContext, config: McpServerConfig): Promise<void> => {
  const disposed = new AbortController()
  // Cordis waits for a pending activation before it runs its disposers: only this event says that it is waiting.
  ctx.on('internal/plugin', (fiber) => void (fiber === ctx.fiber && fiber.uid === null && disposed.abort()), {
    global: true,
  })
  const server = new ManagedServer(parseConfig(config), {
    harness: cordisHarness(ctx),
    scope: (await scopeOf(ctx)) ?? ctx.root,
    signal: disposed.signal,
    logger: loggerOf(ctx),
  })
  const forget = listServer(ctx, server)
  ctx.effect(
    () => async () => {
      await server.close()
      forget()
    },
    `mcp server ${config.serverName}`,
  )
  server.subscribe(
    ({ type }) => void ((type === 'state' || type === 'tools') && ctx.emit('mcp/change', server.snapshot())),
  )
  try {
    await server.started()
  } catch (error) {
    if (!disposed.signal.aborted) throw error
  }
}

async function scopeOf(ctx: CordisContext): Promise<object | undefined> {
  try {
    const scopes: { scopeOf(ctx: object): object | undefined } = await import('@deepseek-ai/dsh-scope')
    return scopes.scopeOf(ctx)
  } catch {
    // A harness without scopes has one scope.
    return undefined
  }
}

/** The messages quote what servers say, and Cordis loggers read the first argument as a format. */
function loggerOf({ logger }: CordisContext): McpLogger {
  return {
    info: (message) => logger.info('%s', message),
    warn: (message) => logger.warn('%s', message),
    error: (message) => logger.error('%s', message),
  }
}
