import { type DesktopConfig, parseConfig, type ResolvedConfig } from './config.js'
import { disposalOf } from './disposal.js'
import { computerUseOf, type HarnessContext, toolRegistryOf } from './harness.js'
import { type NativeDesktop, startDesktop } from './native-desktop.js'
import { definitionOf, registerTool } from './registration.js'
import { reserve } from './reservation.js'

/** The name under which the plugin appears in a harness. */
export const name = 'desktop'

/** The services without which the plugin waits. */
export const inject: string[] = ['tools']

/**
 * The Cordis plugin: registers the tools of the desktop in the scope of its entry, as `cua_driver_native__click` and so on.
 * With the service `ctx.computerUse` it is the one provider of the harness, named `cua-driver-native`. Unloading removes the
 * tools, aborts and awaits running calls, shuts the driver down, and then gives up that place, one after the other.
 *
 * @param ctx - the context of the entry.
 * @param config - its configuration, which Cordis has checked against `Config`.
 * @throws DesktopError of code `duplicate-provider`, `name-conflict` or `start-failed`; nothing is registered then.
 */
// An arrow function: Cordis would call `new` on a function that has a prototype.
export const apply = async (ctx: HarnessContext, config: DesktopConfig = {}): Promise<void> => {
  const resolved = parseConfig(config)
  // It may have been unloaded before it began.
  if (ctx.fiber.uid === null) return
  const undos: (() => unknown)[] = []
  ctx.effect(() => placeAndContents(ctx, undos), 'desktop')
  const native = await start(ctx, resolved)
  if (native === undefined) return
  undos.push(() => native.close())
  const registry = toolRegistryOf(ctx)
  const host = { ctx, native, maxModelBytes: resolved.maxModelBytes }
  for (const tool of native.tools) undos.push(registerTool(registry, definitionOf(tool, host)))
}

/**
 * One effect and not several, because Cordis ends separate ones at the same time when a plugin unloads. And no asynchronous
 * generator: it would await the disposer of the place, which is also a promise of another one.
 */
function* placeAndContents(ctx: HarnessContext, undos: (() => unknown)[]): Generator<() => unknown, void, void> {
  yield reserve(computerUseOf(ctx))
  yield async () => {
    for (const undo of undos.splice(0).toReversed()) await undo()
  }
}

/** `undefined` when the plugin was unloaded meanwhile. */
async function start(ctx: HarnessContext, config: ResolvedConfig): Promise<NativeDesktop | undefined> {
  const { signal, forget } = disposalOf(ctx)
  try {
    const native = await startDesktop(config, { signal, logger: { warn: (message) => ctx.logger.warn('%s', message) } })
    if (!signal.aborted) return native
    await native.close()
    return undefined
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    forget()
  }
}
