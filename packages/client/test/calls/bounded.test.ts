import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { bounded } from '../../src/calls/bounded.js'
import { clientError } from '../../src/errors.js'
import type { Progress } from '../../src/transport/progress.js'
import { failureOf } from '../support/failure.js'
import { anySettings } from '../support/settings.js'

const config = anySettings({ toolCallTimeoutMs: 1_000, maxTotalTimeoutMs: 5_000 })
const bounds = { config, what: 'the call of "search"' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  const left = vi.getTimerCount()
  vi.useRealTimers()
  if (left > 0) throw new Error(`${left} timers are left`)
})

/** Work that never ends by itself, and rejects as a request does when it is told to stop. */
function endless(): { work: Parameters<typeof bounded>[1]; report: (progress: Progress) => void; told: unknown[] } {
  const told: unknown[] = []
  let report: (progress: Progress) => void = () => {}
  const work: Parameters<typeof bounded>[1] = (signal, { onProgress }) => {
    report = onProgress
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        told.push(signal.reason)
        reject(new Error('stopped'))
      })
    })
  }
  return { work, told, report: (progress) => report(progress) }
}

describe('the end of the work', () => {
  test('is the end of the request', async () => {
    expect(await bounded(bounds, () => Promise.resolve(7))).toBe(7)
    const failure = clientError('protocol', { server: 'lab', message: 'no' })
    await expect(bounded(bounds, () => Promise.reject(failure))).rejects.toBe(failure)
    await expect(
      bounded(bounds, () => {
        throw failure
      }),
    ).rejects.toBe(failure)
  })

  test('is kept when the caller cancels too late', async () => {
    const abort = new AbortController()
    const result = bounded({ ...bounds, signal: abort.signal }, () => Promise.resolve(7))
    abort.abort()
    expect(await result).toBe(7)
  })
})

describe('toolCallTimeoutMs', () => {
  test('ends the request and tells the server a fixed reason', async () => {
    const { work, told } = endless()
    const result = bounded(bounds, work)
    const failed = failureOf(result)
    await vi.advanceTimersByTimeAsync(999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({
      code: 'timeout',
      message:
        'lab: the call of "search" timed out after 1000 ms (toolCallTimeoutMs); the server may still be at work on it',
    })
    expect(told).toEqual(['the request timed out'])
  })

  test('starts anew with progress, which is passed on', async () => {
    const { work, report, told } = endless()
    const seen: Progress[] = []
    const result = bounded({ ...bounds, onProgress: (progress) => void seen.push(progress) }, work)
    const failed = failureOf(result)
    await vi.advanceTimersByTimeAsync(900)
    report({ progress: 1, total: 2 })
    await vi.advanceTimersByTimeAsync(900)
    expect({ seen, told }).toEqual({ seen: [{ progress: 1, total: 2 }], told: [] })
    await vi.advanceTimersByTimeAsync(100)
    expect(await failed).toMatchObject({ code: 'timeout', message: expect.stringContaining('toolCallTimeoutMs') })
  })
})

describe('maxTotalTimeoutMs', () => {
  test('ends the request whatever its progress', async () => {
    const { work, report } = endless()
    const result = bounded(bounds, work)
    const failed = failureOf(result)
    for (let step = 1; step < 10; step++) {
      await vi.advanceTimersByTimeAsync(500)
      report({ progress: step })
    }
    await vi.advanceTimersByTimeAsync(500)
    expect(await failed).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('timed out after 5000 ms (maxTotalTimeoutMs)'),
    })
  })

  test('below the other one is the one that counts', async () => {
    const short = anySettings({ toolCallTimeoutMs: 1_000, maxTotalTimeoutMs: 100 })
    const failed = failureOf(bounded({ ...bounds, config: short }, endless().work))
    await vi.advanceTimersByTimeAsync(100)
    expect((await failed).message).toContain('maxTotalTimeoutMs')
  })
})

describe('cancellation by the caller', () => {
  test('is an abort and no timeout; the server hears no reason of the caller', async () => {
    const abort = new AbortController()
    const { work, told } = endless()
    const result = bounded({ ...bounds, signal: abort.signal }, work)
    abort.abort(new Error('a private reason'))
    await expect(result).rejects.toMatchObject({
      code: 'aborted',
      message: 'lab: the call of "search" was cancelled',
      cause: { message: 'a private reason' },
    })
    expect(told).toEqual(['the caller cancelled the request'])
  })

  test('before the start does nothing at all', async () => {
    let calls = 0
    const work = async (): Promise<number> => ++calls
    await expect(bounded({ ...bounds, signal: AbortSignal.abort() }, work)).rejects.toMatchObject({ code: 'aborted' })
    expect(calls).toBe(0)
  })

  test('in the same moment as a timeout is an abort', async () => {
    const abort = new AbortController()
    const failed = failureOf(bounded({ ...bounds, signal: abort.signal }, endless().work))
    vi.advanceTimersByTime(1_000)
    abort.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect((await failed).code).toBe('aborted')
  })

  test('of many requests by one signal ends them all, with one listener on it', async () => {
    const abort = new AbortController()
    const added = vi.spyOn(abort.signal, 'addEventListener')
    const failures = Array.from({ length: 50 }, () =>
      failureOf(bounded({ ...bounds, signal: abort.signal }, endless().work)),
    )
    abort.abort()
    expect(new Set((await Promise.all(failures)).map(({ code }) => code))).toEqual(new Set(['aborted']))
    expect(added).toHaveBeenCalledTimes(1)
  })

  test('leaves no listener on the signal of the caller', async () => {
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    for (let times = 0; times < 20; times++) await bounded({ ...bounds, signal }, () => Promise.resolve())
    expect(added).toHaveBeenCalledTimes(20)
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
  })
})
