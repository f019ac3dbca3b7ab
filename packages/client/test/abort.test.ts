import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { abortable, Deadline, pause } from '../src/abort.js'

const never = new Promise<never>(() => {})

/** The rejections that nobody handled until now. */
async function unhandledDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  await work().catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  return unhandled
}

describe('abortable', () => {
  test('settles like the work', async () => {
    const { signal } = new AbortController()
    expect(await abortable(Promise.resolve(7), signal)).toBe(7)
    await expect(abortable(Promise.reject(new Error('work')), signal)).rejects.toThrow('work')
  })

  test('rejects with the reason as soon as the signal is aborted', async () => {
    const abort = new AbortController()
    const result = abortable(never, abort.signal)
    abort.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
  })

  test('rejects at once when the signal is aborted already', async () => {
    await expect(abortable(never, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })

  test.each([
    ['before', true],
    ['during', false],
  ])('work that fails after an abort %s the wait is nobody’s unhandled rejection', async (_, already) => {
    const abort = new AbortController()
    if (already) abort.abort(new Error('enough'))
    let fail: (error: Error) => void = () => {}
    const work = new Promise<never>((_resolve, reject) => (fail = reject))
    const unhandled = await unhandledDuring(async () => {
      const result = abortable(work, abort.signal)
      abort.abort(new Error('enough'))
      fail(new Error('too late'))
      await result
    })
    expect(unhandled).toEqual([])
  })

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    for (let times = 0; times < 20; times++) await abortable(Promise.resolve(), signal)
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
  })
})

describe('with fake time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  test('a deadline aborts with its reason, made when the time is up', () => {
    let made = 0
    const deadline = new Deadline(1_000, () => new Error(`made ${++made}`))
    vi.advanceTimersByTime(999)
    expect({ aborted: deadline.signal.aborted, made }).toEqual({ aborted: false, made: 0 })
    vi.advanceTimersByTime(1)
    expect(deadline.signal).toMatchObject({ aborted: true, reason: { message: 'made 1' } })
  })

  test('a deadline that is started anew counts from then', () => {
    const deadline = new Deadline(1_000, () => new Error('late'))
    vi.advanceTimersByTime(999)
    deadline.restart()
    vi.advanceTimersByTime(999)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.aborted).toBe(true)
  })

  test('a deadline that is cleared never aborts, and leaves no timer', () => {
    const deadline = new Deadline(1_000, () => new Error('late'))
    deadline.clear()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(deadline.signal.aborted).toBe(false)
  })

  test('a pause ends after its time, and leaves no timer', async () => {
    const done = pause(1_000, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await done).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a pause ends when it is aborted, before or during it, without an error', async () => {
    expect(await pause(1_000, AbortSignal.abort())).toBeUndefined()
    const abort = new AbortController()
    const done = pause(1_000, abort.signal)
    abort.abort()
    expect(await done).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a deadline that is cleared and then started anew stays cleared', async () => {
  const deadline = new Deadline(1, () => new Error('late'))
  deadline.clear()
  deadline.restart()
  const other = new Deadline(20, () => new Error('the other'))
  await new Promise<void>((resolve) => other.signal.addEventListener('abort', () => resolve()))
  expect(deadline.signal.aborted).toBe(false)
})
