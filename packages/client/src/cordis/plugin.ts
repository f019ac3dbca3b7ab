import { parseConfig } from '../config/config.js'
import type { McpServerConfig, ResolvedConfig } from '../config/schema.js'
import { ManagedServer } from '../managed-server.js'
import { reserveName } from '../registration/reserved-names.js'
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
 * `failOnStartupError` is set. It fails, and leaves the others alone, while another server of the scope has its
 * `serverName`; a name that an edit takes from another server is waited for until that one is closed.
 *
 * @param ctx - the context of the entry.
 * @param config - its configuration, which Cordis has checked against `Config`.
 */
export const apply = async (ctx: CordisContext, config: McpServerConfig): Promise<void> => {
  surviveEdits(ctx)
  const disposed = disposalOf(ctx)
  const scope = (await scopeOf(ctx)) ?? ctx.root
  try {
    const server = await openServer(ctx, parseConfig(config), { scope, signal: disposed })
    await server?.started()
  } catch (error) {
    if (!disposed.aborted) throw error
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

interface Place {
  readonly scope: object
  readonly signal: AbortSignal
}

/** `undefined` when the entry is gone before there is anything to close. */
async function openServer(
  ctx: CordisContext,
  config: ResolvedConfig,
  place: Place,
): Promise<ManagedServer | undefined> {
  const reservation = await reserveName(place.scope, config.serverName, place.signal)
  if (place.signal.aborted) {
    reservation.free()
    return undefined
  }
  const server = new ManagedServer(
    config,
    { ...place, harness: cordisHarness(ctx), logger: loggerOf(ctx) },
    reservation,
  )
  const forget = listServer(ctx, server)
  ctx.effect(() => () => server.close().finally(forget), `mcp server ${config.serverName}`)
  server.subscribe((event) => {
    if (event.type === 'state') ctx.emit('mcp/change', event.snapshot)
    if (event.type === 'tools') ctx.emit('mcp/change', server.snapshot())
  })
  return server
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
