import { expect, onTestFinished, test } from 'vitest'

import { notify } from '../src/notify.js'

test.each([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
  [
    'rejects later',
    async () => {
      await Promise.resolve()
      throw new Error('no')
    },
  ],
  ['returns', () => 'a value'],
])('what %s is called once, and nothing comes back of it', async (_, call) => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  let calls = 0
  notify(() => {
    calls++
    return call()
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect({ calls, unhandled }).toEqual({ calls: 1, unhandled: [] })
})
