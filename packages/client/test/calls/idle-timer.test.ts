import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { IdleTimer } from '../../src/calls/idle-timer.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function timer(): { idle: IdleTimer; ends: number[] } {
  const ends: number[] = []
  return { idle: new IdleTimer(100, () => ends.push(Date.now())), ends }
}

test('ends after its time, which a sign of life starts anew', () => {
  const start = Date.now()
  const { idle, ends } = timer()
  vi.advanceTimersByTime(99)
  idle.restart()
  vi.advanceTimersByTime(500)
  expect(ends).toEqual([start + 199])
})

test('stands still until every hold is let go, whatever else is heard', () => {
  const start = Date.now()
  const { idle, ends } = timer()
  const [one, other] = [idle.hold(), idle.hold()]
  vi.advanceTimersByTime(1_000)
  idle.restart()
  one()
  one()
  vi.advanceTimersByTime(1_000)
  expect(ends).toEqual([])
  other()
  vi.advanceTimersByTime(1_000)
  expect(ends).toEqual([start + 2_100])
})

test('leaves no timer after its end, also when a hold is let go later', () => {
  const { idle } = timer()
  const release = idle.hold()
  idle.end()
  release()
  idle.restart()
  expect(vi.getTimerCount()).toBe(0)
})
