import { expect, test } from 'vitest'
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
