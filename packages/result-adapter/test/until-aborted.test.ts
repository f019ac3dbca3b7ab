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
