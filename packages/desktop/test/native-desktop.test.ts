import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseConfig } from '../src/config.js'
import type { Driver } from '../src/driver.js'
import { NativeDesktop, startDesktop } from '../src/native-desktop.js'
import { driverSuite } from './support/environment.js'

const tool = { name: 'p__t', rawName: 't', description: '', inputSchema: {}, hints: {} }
const idle: Driver = { catalog: async () => '', call: async () => ({}), shutdown: async () => {} }

afterEach(() => vi.useRealTimers())

describe('closing', () => {
  it('lets the driver end once, after its calls', async () => {
    const order: string[] = []
    const desktop = new NativeDesktop(
      {
        ...idle,
        call: async (_name, _args, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          await new Promise(setImmediate)
          order.push('the call has ended')
        },
        shutdown: async () => void order.push('shut down'),
      },
      [tool],
      undefined,
    )
    const running = desktop.run(tool, {}, undefined).catch(() => order.push('the caller knows'))
    await Promise.all([desktop.close(), desktop.close(), running])
    await desktop.close()
    expect(order).toEqual(['the caller knows', 'the call has ended', 'shut down'])
  })

  it('says so when the driver does not end, and goes on', async () => {
    vi.useFakeTimers()
    const warnings: string[] = []
    const stuck = { ...idle, shutdown: () => new Promise<void>(() => {}) }
    const closed = new NativeDesktop(stuck, [], { warn: (message) => warnings.push(message) }).close()
    await vi.advanceTimersByTimeAsync(5_000)
    await closed
    expect(warnings).toEqual(['desktop: the driver did not end within 5000 ms and is left to itself'])
  })

  it('says so when the driver ends badly, and goes on', async () => {
    const warnings: string[] = []
    const bad = { ...idle, shutdown: () => Promise.reject(new Error('poisoned')) }
    await new NativeDesktop(bad, [], { warn: (message) => warnings.push(message) }).close()
    expect(warnings).toEqual(['desktop: the driver did not end well: poisoned'])
  })
})

describe.skipIf(driverSuite.isMissing)(`starting${driverSuite.note}`, () => {
  it('reads the real catalog without a complaint', async () => {
    const warnings: string[] = []
    const desktop = await startDesktop(parseConfig({}), { logger: { warn: (message) => warnings.push(message) } })
    expect(warnings).toEqual([])
    expect(desktop.tools.length).toBeGreaterThan(50)
    expect(desktop.tools.every(({ description }) => description.length > 10)).toBe(true)
    await desktop.close()
  })

  it('can be given up before it begins', async () => {
    await expect(startDesktop(parseConfig({}), { signal: AbortSignal.abort('no') })).rejects.toMatchObject(GIVEN_UP)
  })

  it('can be given up while it is under way', async () => {
    const controller = new AbortController()
    const starting = startDesktop(parseConfig({}), { signal: controller.signal })
    controller.abort('no')
    await expect(starting).rejects.toMatchObject(GIVEN_UP)
  })
})

const GIVEN_UP = { code: 'aborted', message: 'desktop: the opening was given up', cause: 'no' }
