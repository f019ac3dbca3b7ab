import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { HealthMonitor, type MonitorParts } from '../../src/health/monitor.js'
import { healthCheck } from '../../src/health/settings.js'

// Not setImmediate: one more turn of the loop is no time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

interface Watched {
  readonly monitor: HealthMonitor
  /** When each check began and each connection was asked for, in ms from the start. */
  readonly log: string[]
}

/** A monitor of a server that answers each check after the next of `answersMs`, and then not at all. */
function watch(answersMs: readonly number[], parts: Partial<MonitorParts> = {}): Watched {
  const log: string[] = []
  const start = Date.now()
  const note = (what: string): void => void log.push(`${Date.now() - start} ${what}`)
  const answers = [...answersMs]
  const monitor = new HealthMonitor({
    server: {
      name: 's',
      ping: ({ signal } = {}) => {
        note('ping')
        const ms = answers.shift()
        if (ms === 0) return Promise.resolve(0)
        return new Promise((resolve, reject) => {
          const timer = ms === undefined ? undefined : setTimeout(() => resolve(ms), ms)
          signal?.addEventListener('abort', () => {
            clearTimeout(timer)
            reject(new Error('s: aborted'))
          })
        })
      },
      reconnect: async () => note('reconnect'),
    },
    settings: healthCheck.parse({ enabled: true, intervalMs: 1_000, timeoutMs: 300, failureThreshold: 2 }),
    reconnects: true,
    isAsking: () => false,
    changed: () => note(monitor.health.state),
    warn: (message) => note(message),
    ...parts,
  })
  return { monitor, log }
}

const UNHEALTHY = 's: unhealthy: no answer within 300 ms (timeoutMs); failed checks in a row: 2 (failureThreshold: 2)'

it('waits the interval from the end of one check to the next, so that none overlap', async () => {
  const { monitor, log } = watch([0, 200, 299])
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(2_400)
  monitor.stop()
  expect(log).toEqual(['0 ping', '0 healthy', '1000 ping', '1200 healthy', '2200 ping'])
})

it('finds a server that froze after an answer within threshold × (interval + timeout), and asks for one connection', async () => {
  const { monitor, log } = watch([0])
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log).toEqual([
    '0 ping',
    '0 healthy',
    '1000 ping',
    '1300 degraded',
    '2300 ping',
    `2600 ${UNHEALTHY}; it is connected anew`,
    '2600 unhealthy',
    '2600 reconnect',
  ])
  expect(vi.getTimerCount()).toBe(0)
})

it('counts no missing answer while a person is asked, and counts from there when nobody is', async () => {
  let asking = false
  const { monitor, log } = watch([0], { isAsking: () => asking })
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(1_100)
  asking = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([monitor.health.state, log.filter((line) => !line.endsWith('ping'))]).toEqual(['healthy', ['0 healthy']])
  asking = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(log.filter((line) => !line.endsWith('ping')).map((line) => line.split(' ')[1])).toEqual([
    'healthy',
    'degraded',
    's:',
    'unhealthy',
    'reconnect',
  ])
})

it('makes up for nothing after a computer slept', async () => {
  const { monitor, log } = watch([0, 0, 0])
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(500)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(600)
  monitor.stop()
  expect(log).toEqual(['0 ping', '0 healthy', '3601000 ping', '3601000 healthy'])
})

it('sends nothing while the server is not ready, and judges each connection by itself', async () => {
  const { monitor, log } = watch([0, 0])
  for (const [state, health] of [
    ['connecting', 'checking'],
    ['backoff', 'checking'],
    ['auth-required', 'disabled'],
    ['failed', 'disabled'],
    ['closed', 'disabled'],
    ['disabled', 'disabled'],
  ] as const) {
    monitor.follow(state)
    await vi.advanceTimersByTimeAsync(10_000)
    expect({ log, timers: vi.getTimerCount(), state: monitor.health.state }).toEqual({
      log: [],
      timers: 0,
      state: health,
    })
  }
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(10)
  expect(monitor.health.state).toBe('healthy')
  monitor.follow('backoff')
  expect([monitor.health.state, vi.getTimerCount()]).toEqual(['checking', 0])
})

it('keeps the verdict until the next connection is there', async () => {
  const { monitor } = watch([])
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(1_600)
  for (const state of ['connecting', 'backoff', 'connecting', 'failed'] as const) {
    monitor.follow(state)
    expect(monitor.health).toMatchObject({ state: 'unhealthy', failures: 2 })
  }
  monitor.follow('ready')
  expect(monitor.health).toEqual({ state: 'checking', reason: '', failures: 0 })
})

it('only reports where nothing is connected anew, says it once, and sees the server come back', async () => {
  const { monitor, log } = watch([], { reconnects: false })
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(3_000)
  monitor.stop()
  expect(log).toEqual([
    '0 ping',
    '300 degraded',
    '1300 ping',
    `1600 ${UNHEALTHY}; reconnect.enabled is false`,
    '1600 unhealthy',
    '2600 ping',
    '2900 unhealthy',
  ])
})

it('connects nothing anew that was stopped by whoever was told of the verdict', async () => {
  const log: string[] = []
  const { monitor, log: others } = watch([], {
    changed: () => {
      log.push(monitor.health.state)
      if (monitor.health.state === 'unhealthy') monitor.stop()
    },
  })
  monitor.follow('ready')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log).toEqual(['degraded', 'unhealthy'])
  expect(others).not.toContainEqual(expect.stringMatching(/reconnect$/))
})

it('stops in the middle of a check and of a wait, and leaves no timer', async () => {
  for (const elapsed of [0, 100, 700]) {
    const { monitor, log } = watch([200])
    monitor.follow('ready')
    await vi.advanceTimersByTimeAsync(elapsed)
    monitor.stop()
    const told = [...log]
    await vi.advanceTimersByTimeAsync(60_000)
    expect({ log, timers: vi.getTimerCount() }).toEqual({ log: told, timers: 0 })
  }
})
