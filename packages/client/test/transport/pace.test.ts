import { expect, test } from 'vitest'

import { Pace } from '../../src/transport/pace.js'

/** The waits after each of these: a stream that was open for `lived` ms, or one that could not be opened. */
type Step = 'unable' | 'refused' | { readonly lived: number; readonly retry?: number }

function waits(...steps: Step[]): number[] {
  const pace = new Pace()
  return steps.map((step) => {
    if (typeof step === 'string') pace.failed(step)
    else pace.ended(step.lived, step.retry)
    return pace.waitMs
  })
}

const short = { lived: 10 }
const times = <T>(count: number, step: T): T[] => Array.from({ length: count }, () => step)

test('a stream that drops at once is opened ever more rarely', () => {
  expect(waits(...times(7, short))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a stream that lived for long is opened soon', () => {
  expect(waits(short, short, { lived: 60_001 }, short, short)).toEqual([1_000, 2_000, 1_000, 1_000, 2_000])
})

test('a server that says when to come back is asked then, each time', () => {
  expect(waits(...times(5, { lived: 10, retry: 300 }))).toEqual([300, 300, 300, 300, 300])
})

test('the wait that a server asks for has bounds on both sides', () => {
  const asked = [0, 1, 99, 100, 29_999, 30_001, 1_000_000_000, 99_999_999_999, Infinity]
  expect(asked.flatMap((retry) => waits({ lived: 10, retry }))).toEqual([
    100, 100, 100, 100, 29_999, 30_000, 30_000, 30_000, 30_000,
  ])
})

test('a stream that cannot be opened is asked for ever more rarely, and never sooner than the server wanted', () => {
  expect(waits({ lived: 10, retry: 3_000 }, 'unable', 'unable', 'unable', { lived: 10, retry: 3_000 })).toEqual([
    3_000, 3_000, 3_000, 4_000, 3_000,
  ])
})

test('a server that refuses is asked once in ten minutes in the end, one that is only unable twice a minute', () => {
  expect(waits(...times(12, 'refused' as const)).slice(-4)).toEqual([256_000, 512_000, 600_000, 600_000])
  expect(waits(...times(12, 'unable' as const)).slice(-2)).toEqual([30_000, 30_000])
  expect(waits(...times(12, 'refused' as const), 'unable').at(-1)).toBe(30_000)
})
