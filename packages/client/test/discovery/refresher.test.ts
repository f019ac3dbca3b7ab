import { scripted } from '@harness-mcp/lab'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { Connection } from '../../src/connection/connection.js'
import { deferred } from '../../src/deferred.js'
import { Refresher } from '../../src/discovery/refresher.js'
import { openStdio } from '../support/opening.js'
import { connectRaw } from '../support/raw-server.js'

interface Watched {
  readonly refresher: Refresher
  readonly refreshes: () => number
  /** Resolves when so many refreshes have begun. */
  readonly reached: (count: number) => Promise<void>
  readonly warnings: string[]
  readonly end: () => void
}

function watch(connection: Connection, during: () => Promise<void> = async () => {}): Watched {
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const warnings: string[] = []
  const waiting = new Map<number, () => void>()
  let count = 0
  const refresher = new Refresher({
    connection,
    signal: life.signal,
    refresh: async () => {
      count++
      waiting.get(count)?.()
      await during()
    },
    warn: (message) => void warnings.push(message),
  })
  const reached = (wanted: number): Promise<void> => {
    if (count >= wanted) return Promise.resolve()
    const { promise, resolve } = deferred<void>()
    waiting.set(wanted, () => resolve())
    return promise
  }
  return { refresher, refreshes: () => count, reached, warnings, end: () => life.abort() }
}

describe('a change', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  /** Lets more time go by than changes are ever gathered. */
  const quiet = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(10_000)
  }

  test('is followed by a refresh', async () => {
    const { connection, server } = await connectRaw({})
    const { refresher, reached } = watch(connection)
    refresher.resume()
    await server.toolsChanged()
    await quiet()
    await reached(1)
  })

  test('during the first discovery waits for its end', async () => {
    const { connection, server } = await connectRaw({})
    const { refresher, refreshes, reached } = watch(connection)
    await server.toolsChanged()
    await quiet()
    expect(refreshes()).toBe(0)
    refresher.resume()
    await quiet()
    await reached(1)
  })

  test('that never comes is no refresh', async () => {
    const { connection } = await connectRaw({})
    const { refresher, refreshes } = watch(connection)
    refresher.resume()
    await quiet()
    expect(refreshes()).toBe(0)
  })

  test('a thousand times is a handful of refreshes', async () => {
    const { connection, server } = await connectRaw({})
    const { refresher, refreshes } = watch(connection)
    refresher.resume()
    for (let times = 0; times < 1_000; times++) {
      await server.toolsChanged()
      await vi.advanceTimersByTimeAsync(1)
    }
    await quiet()
    expect(refreshes()).toBe(4)
  })

  test('during a refresh is followed by one more, and refreshes do not overlap', async () => {
    const { connection, server } = await connectRaw({})
    let running = 0
    let most = 0
    const { refresher, reached, refreshes } = watch(connection, async () => {
      most = Math.max(most, ++running)
      if (refreshes() === 1) await server.toolsChanged()
      await Promise.resolve()
      running--
    })
    refresher.resume()
    await server.toolsChanged()
    await quiet()
    await reached(2)
    expect({ most, refreshes: refreshes() }).toEqual({ most: 1, refreshes: 2 })
  })

  test('after the end of the connection is no refresh', async () => {
    const { connection, server } = await connectRaw({})
    const { refresher, refreshes, end } = watch(connection)
    refresher.resume()
    await server.toolsChanged()
    end()
    await server.toolsChanged()
    await quiet()
    expect(refreshes()).toBe(0)
  })
})

describe('the newest revision', () => {
  test('is asked for changes, and a storm of them is folded', async () => {
    const { connection } = await openStdio(scripted('--modern', '--storm', '1000'))
    const { refresher, reached, refreshes, warnings } = watch(connection)
    refresher.resume()
    await reached(1)
    // Its answer comes behind all of the storm.
    await connection.request({ method: 'tools/list', params: {} }, { signal: new AbortController().signal })
    expect(refreshes()).toBeLessThanOrEqual(3)
    expect(warnings).toEqual([])
  })

  test('without the subscription is one warning, and no refresh by itself', async () => {
    const { connection } = await openStdio(scripted('--modern'))
    const told = deferred<void>()
    const life = new AbortController()
    onTestFinished(() => life.abort())
    const warnings: string[] = []
    const refresher = new Refresher({
      connection: { ...connection, listen: () => Promise.reject(Object.assign(new Error('no'), { code: -32_601 })) },
      signal: life.signal,
      refresh: async () => {},
      warn: (message) => {
        warnings.push(message)
        told.resolve()
      },
    })
    refresher.resume()
    await told.promise
    expect(warnings).toEqual(['changes of the tool list are not noticed: the server refused the subscription (-32601)'])
  })

  test('whose subscription ends has it opened again, and is refreshed for what was missed', async () => {
    const { connection } = await openStdio(scripted('--modern'))
    let listens = 0
    const again = deferred<void>()
    const dropping: Connection = {
      ...connection,
      listen: async () => {
        if (++listens === 2) again.resolve()
      },
    }
    const { refresher, reached } = watch(dropping)
    refresher.resume()
    await Promise.all([again.promise, reached(1)])
    expect(listens).toBeGreaterThanOrEqual(2)
  })
})
