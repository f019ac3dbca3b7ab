import { expect, test, vi } from 'vitest'

import { untilAborted } from '../src/until-aborted.js'

const forever = (): Promise<never> => new Promise(() => undefined)

test('work gives its value or its error', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})

test('an abort ends the waiting with its reason, before and during the work', async () => {
  await expect(untilAborted(forever(), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  const controller = new AbortController()
  const waiting = untilAborted(forever(), controller.signal)
  controller.abort(new Error('during'))
  await expect(waiting).rejects.toThrow('during')
})

test('work that fails when nobody waits for it any more is an error of nobody', async () => {
  const seen: unknown[] = []
  const note = (reason: unknown): void => void seen.push(reason)
  process.on('unhandledRejection', note)
  const work = new Promise<never>((_, reject) => setImmediate(() => reject(new Error('late'))))
  await expect(untilAborted(work, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  process.off('unhandledRejection', note)
  expect(seen).toEqual([])
})

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

test.each([
  ['before', true],
  ['during', false],
])('work that fails after an abort %s the wait is nobody’s unhandled rejection', async (_, already) => {
  const abort = new AbortController()
  if (already) abort.abort(new Error('enough'))
  let fail: (error: Error) => void = () => {}
  const work = new Promise<never>((_resolve, reject) => (fail = reject))
  const unhandled = await unhandledDuring(async () => {
    const result = untilAborted(work, abort.signal)
    abort.abort(new Error('enough'))
    fail(new Error('too late'))
    await result
  })
  expect(unhandled).toEqual([])
})

test('leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
  for (let times = 0; times < 20; times++) await untilAborted(Promise.resolve(), signal)
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
})
