import { parseConfig } from '../config/config.js'
import type { McpServerConfig } from '../config/schema.js'
import { openServer } from '../connect.js'
import type { McpLogger } from '../options.js'
import type { CordisContext } from './context.js'
import { cordisHarness } from './cordis-harness.js'

/** The name of the Cordis plugin. */
export const name = 'mcp-client'

/** The services without which it waits. */
export const inject: string[] = ['tools']

/**
 * The Cordis plugin: one entry of `cordis.yml` is one server, in the scope of that entry. Activation waits for the first
 * connection and discovery, so that the first turn of the harness sees the tools; a failed start does not fail it, unless
 * `failOnStartupError` is set. It fails, and leaves the others alone, while another server of the scope has its
 * `serverName`; a name that an edit takes from another server is waited for until that one is closed.
 *
 * @param ctx - the context of the entry.
 * @param config - its configuration, which Cordis has checked against `Config`.
 */
export const apply = async (ctx: CordisContext, config: McpServerConfig): Promise<void> => {
  surviveEdits(ctx)
  const signal = disposalOf(ctx)
  const options = { harness: cordisHarness(ctx), logger: loggerOf(ctx), signal }
  try {
    const server = await openServer(parseConfig(config), options)
    // An entry that is gone by now takes no disposer any more: its start is given up, which closes the server.
    if (!signal.aborted) ctx.effect(() => () => server.close(), `mcp server ${server.name}`)
    await server.started()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Cordis waits for no restart after an edit. One that fails is logged and kept with the entry; unhandled, it would end the host. */
function surviveEdits(ctx: CordisContext): void {
  ctx.on('internal/update', (_config, _noSave, next) => {
    const restarted = next()
    if (restarted instanceof Promise) restarted.catch(() => {})
    return restarted
  })
}

/** Cordis waits for a pending activation before it runs its disposers: only this event says that it is waiting. */
function disposalOf(ctx: CordisContext): AbortSignal {
  const disposed = new AbortController()
  ctx.on('internal/plugin', (fiber) => void (fiber === ctx.fiber && fiber.uid === null && disposed.abort()), {
    global: true,
  })
  return disposed.signal
}

/** The messages quote what servers say, and Cordis loggers read the first argument as a format. */
function loggerOf({ logger }: CordisContext): McpLogger {
  return {
    info: (message) => logger.info('%s', message),
    warn: (message) => logger.warn('%s', message),
    error: (message) => logger.error('%s', message),
  }
}
