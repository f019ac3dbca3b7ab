import { expect, test } from 'vitest'
import { DeadlineError, withinDeadline } from '../../src/schema/deadline.js'

test('the value and the error of work come through', () => {
  expect(withinDeadline(1_000, () => 42)).toBe(42)
  expect(withinDeadline(1_000, () => undefined)).toBeUndefined()
  const error = new RangeError('of the work')
  expect(() =>
    withinDeadline(1_000, () => {
      throw error
    }),
  ).toThrow(error)
})

test('a loop without end is stopped, and the next work runs', () => {
  const endless = (): never => {
    for (;;);
  }
  expect(() => withinDeadline(20, endless)).toThrow(new DeadlineError('it took longer than 20 ms'))
  expect(withinDeadline(1_000, () => 'next')).toBe('next')
})
