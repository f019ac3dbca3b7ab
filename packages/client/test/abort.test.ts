import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Deadline, pause } from '../src/abort.js'

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
