import { ComputerUseRegistry } from '@deepseek-ai/dsh-computer-use'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as desktop from '../src/index.js'
import { type Display, openDisplay } from './support/display.js'
import { displaySuite, driverSuite } from './support/environment.js'
import { type Harness, startHarness } from './support/harness.js'
import { type WindowId, windowsIn, windowTitled } from './support/windows.js'

describe('the plugin', () => {
  it('is a namespace of named exports, which a loader can take as it is', () => {
    expect(desktop).toMatchObject({ name: 'desktop', inject: ['tools'] })
    expect(desktop).not.toHaveProperty('default')
    expect(desktop.apply).not.toHaveProperty('prototype')
  })

  it('refuses a wrong configuration through the framework, with what is wrong', async () => {
    const harness = await startHarness()
    // @ts-expect-error The compiler says so too.
    await expect(harness.mount({ tools: { alow: [] } })).rejects.toThrow('unknown key "alow" (known: allow, deny)')
  })
})

describe.skipIf(driverSuite.isMissing)(`the plugin with the driver${driverSuite.note}`, () => {
  it('registers every tool under its public name', async () => {
    const harness = await startHarness()
    await harness.mount()
    expect(harness.tools().length).toBeGreaterThan(50)
    expect(harness.tools().every((name) => /^cua_driver_native__[a-z_]+$/.test(name))).toBe(true)
    expect(harness.logged).toEqual({ warnings: [], errors: [] })
  })

  it('registers what `tools.allow` and `tools.deny` leave, under another prefix', async () => {
    const harness = await startHarness()
    await harness.mount({ prefix: 'desk', tools: { allow: ['*_config', 'zoom'], deny: ['set_*'] } })
    expect(harness.tools()).toEqual(['desk__get_config', 'desk__zoom'])
  })

  it('lets a permission step see the raw name and the hints of a tool', async () => {
    const harness = await startHarness()
    await harness.mount({ tools: { allow: ['list_windows', 'kill_app'] } })
    harness.ctx.on('tools/pre-execute', async (exec, next) => {
      const tool = desktopToolOf(harness.ctx.get('tools')?.get(exec.name))
      return tool?.hints.destructive === true ? { kind: 'deny', reason: `no ${tool.rawName}` } : next()
    })
    expect(await harness.call('cua_driver_native__kill_app', { pid: 1 })).toMatchObject({
      isError: true,
      error: { message: 'no kill_app' },
    })
    expect(await harness.call('cua_driver_native__list_windows')).toMatchObject({ isError: false })
  })

  it('lets calls of tools that only read overlap, and no others', async () => {
    const harness = await startHarness()
    await harness.mount({ tools: { allow: ['list_windows', 'click'] } })
    const overlaps = ['list_windows', 'click'].map((name) =>
      harness.ctx.get('tools')?.get(`cua_driver_native__${name}`)?.isConcurrencySafe?.({}),
    )
    expect(overlaps).toEqual([true, false])
  })

  it('is the one provider of a harness that keeps track, and gives the place up when it unloads', async () => {
    const harness = await startHarness({ computerUse: true })
    const first = await harness.mount({ tools: { allow: ['zoom'] } })
    expect(harness.ctx.get('computerUse')?.providerName).toBe('cua-driver-native')
    await expect(harness.mount({ prefix: 'second' })).rejects.toThrow(
      'desktop: the harness has a desktop provider already, "cua-driver-native", and takes only one',
    )
    expect(harness.tools()).toEqual(['cua_driver_native__zoom'])
    await first.dispose()
    expect(harness.ctx.get('computerUse')?.providerName).toBeUndefined()
    await harness.mount({ tools: { allow: ['zoom'] } })
    expect(harness.tools()).toEqual(['cua_driver_native__zoom'])
  })

  it('names a foreign provider that came first', async () => {
    const harness = await startHarness({ computerUse: true })
    const service: { register(name: string): unknown } = Object(harness.ctx.get('computerUse'))
    service.register('vnc')
    await expect(harness.mount()).rejects.toThrow('a desktop provider already, "vnc", and')
    expect(harness.tools()).toEqual([])
  })

  it('registers nothing when one name is taken, as by a second one of its kind', async () => {
    const harness = await startHarness()
    await harness.mount({ tools: { allow: ['zoom'] } })
    await expect(harness.mount({ tools: { allow: ['click', 'zoom', 'page'] } })).rejects.toThrow(
      /^desktop: the registry refuses the tool cua_driver_native__zoom, perhaps because a second desktop is configured: /,
    )
    expect(harness.tools()).toEqual(['cua_driver_native__zoom'])
    expect(await harness.call('cua_driver_native__zoom')).toMatchObject({ isError: true })
  })

  it('gives the place up again when it cannot start', async () => {
    const harness = await startHarness({ computerUse: true })
    harness.ctx.get('tools')?.register(definitionNamed('cua_driver_native__zoom'))
    await expect(harness.mount({ tools: { allow: ['zoom'] } })).rejects.toThrow('the registry refuses')
    expect(harness.ctx.get('computerUse')?.providerName).toBeUndefined()
  })

  it('may be unloaded while it starts, without an error', async () => {
    const harness = await startHarness({ computerUse: true })
    const starting = harness.ctx.plugin(desktop, {})
    // One turn of the microtask queue: `apply` has begun and waits for the driver.
    await Promise.resolve()
    await starting.dispose()
    expect([harness.tools(), harness.ctx.get('computerUse')?.providerName]).toEqual([[], undefined])
    expect(harness.logged).toEqual({ warnings: [], errors: [] })
  })

  it('waits for the registry, and leaves with it', async () => {
    const harness = await startHarness({ computerUse: true })
    const before = harness.ctx.get('tools')
    await harness.mount({ tools: { allow: ['zoom'] } })
    expect(before).toBeInstanceOf(ToolRuntime)
    await harness.toolService.dispose()
    expect(harness.ctx.get('computerUse')?.providerName).toBeUndefined()
    expect(harness.logged.errors).toEqual([])
  })
})

describe.skipIf(displaySuite.isMissing)(`the plugin with a window${displaySuite.note}`, () => {
  let display: Display

  beforeAll(async () => {
    display = await openDisplay()
    display.openTerminal('terminal')
  })

  afterAll(() => display.close())

  const terminal = (harness: Harness): Promise<WindowId> =>
    windowTitled('terminal', () => harness.call('cua_driver_native__list_windows'))

  /** What keeps the driver busy: it waits for an open window to be gone. */
  const busy = (window: WindowId): object => ({
    ...window,
    timeout_ms: 10_000,
    expect: [{ window: { exists: false } }],
  })

  it('turns a screenshot into an attachment of the harness, in front of its text', async () => {
    const harness = await startHarness()
    await harness.mount()
    const result = await harness.call('cua_driver_native__get_desktop_state')
    expect(result.content).toEqual([
      { type: 'image', attachment: expect.objectContaining({ mediaType: 'image/png', width: 1024, height: 768 }) },
      { type: 'text', text: expect.stringContaining('Desktop screenshot 1024x768') },
    ])
    expect(await harness.storedImages()).toBe(1)
  })

  it('turns the picture of a window into an attachment, behind its text', async () => {
    const harness = await startHarness()
    await harness.mount()
    const { content } = await harness.call('cua_driver_native__get_window_state', await terminal(harness))
    expect(content.map(({ type }) => type).slice(0, 2)).toEqual(['text', 'image'])
  })

  it('keeps the raw result for programs', async () => {
    const harness = await startHarness()
    await harness.mount()
    const result = await harness.call('cua_driver_native__list_windows')
    expect(windowsIn(result.isError ? {} : result.value).map(({ title }) => title)).toEqual(['terminal'])
  })

  it('passes on what the driver refuses, and a code', async () => {
    const harness = await startHarness()
    await harness.mount()
    expect(await harness.call('cua_driver_native__kill_app', { pid: 1 })).toMatchObject({
      isError: true,
      error: { message: expect.stringContaining('may terminate only a process'), info: { code: 'tool-error' } },
    })
  })

  it('cancels in the driver what the harness cancels', async () => {
    const harness = await startHarness()
    await harness.mount()
    const window = await terminal(harness)
    const controller = new AbortController()
    const running = harness.call('cua_driver_native__verify_state', busy(window), controller.signal)
    await harness.call('cua_driver_native__get_screen_size')
    controller.abort()
    expect(await running).toMatchObject({
      isError: true,
      error: { message: 'desktop: the call of "verify_state" was cancelled' },
    })
  })

  it('unloads during a call: tools, call, driver and place go in this order', async () => {
    const harness = await startHarness()
    const order: string[] = []
    await listenToDriver((news) => order.push(news))
    await harness.ctx.plugin(recordingRegistry(() => order.push('the place is given up')))
    const plugin = await harness.mount()
    const window = await terminal(harness)
    harness.ctx.on('tools/change', () => void (harness.tools().length === 0 && order.push('the tools are gone')))
    const running = harness.call('cua_driver_native__verify_state', busy(window))
    await harness.call('cua_driver_native__get_screen_size')
    order.length = 0
    await plugin.dispose()
    order.push('unloaded')
    expect(await running).toMatchObject({
      isError: true,
      error: { message: 'desktop: it was closed during the call of "verify_state"; the outcome is unknown' },
    })
    expect(order).toEqual([
      'the tools are gone',
      'verify_state has ended',
      'the driver has ended',
      'the place is given up',
      'unloaded',
    ])
    expect(harness.logged).toEqual({ warnings: [], errors: [] })
  })
})

/** Tells when a call or the driver itself has ended; both do what they always do. */
async function listenToDriver(tell: (news: string) => void): Promise<void> {
  const { prototype } = (await import('@trycua/cua-driver')).CuaDriver
  const { callTool, shutdown } = prototype
  vi.spyOn(prototype, 'callTool').mockImplementation(function (this: typeof prototype, name, ...rest) {
    return callTool.call(this, name, ...rest).finally(() => tell(`${name} has ended`))
  })
  vi.spyOn(prototype, 'shutdown').mockImplementation(function (this: typeof prototype) {
    return shutdown.call(this).finally(() => tell('the driver has ended'))
  })
  onTestFinished(() => void vi.restoreAllMocks())
}

/** The published service, which tells when a place is given up. */
function recordingRegistry(released: () => void): typeof ComputerUseRegistry {
  return class extends ComputerUseRegistry {
    override register(name: Parameters<ComputerUseRegistry['register']>[0]): () => Promise<void> {
      const place = (): (() => Promise<void>) => super.register(name)
      return this.ctx.effect(function* () {
        yield released
        yield place()
      })
    }
  }
}

function desktopToolOf(definition: unknown): desktop.DesktopTool | undefined {
  return Object(definition).desktop
}

function definitionNamed(name: string): Parameters<ToolRuntime['register']>[0] {
  const output = { schema: { type: 'string' as const }, render: () => [] }
  return { name, description: '', parameters: { type: 'object', properties: {} }, output, execute: async () => '' }
}
