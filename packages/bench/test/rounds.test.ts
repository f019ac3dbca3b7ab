import { expect, test } from 'vitest'

import type { ContenderName } from '../src/finding.js'
import { interleave, reasonOf, type Runner } from '../src/rounds.js'

function recorder(log: string[]) {
  return (name: ContenderName, value = 1): Runner => ({
    name,
    sample: () => {
      log.push(name)
      return Promise.resolve(value)
    },
  })
}

test('everybody takes a turn in each round, and each round begins with another one', async () => {
  const log: string[] = []
  const runner = recorder(log)
  await interleave([runner('ours'), runner('sdk'), runner('bare')], { warmUp: 1, rounds: 2 })
  expect(log).toEqual(['ours', 'sdk', 'bare', 'sdk', 'bare', 'ours', 'bare', 'ours', 'sdk'])
})

test('warm-up rounds are not among the samples', async () => {
  let value = 0
  const counting: Runner = { name: 'ours', sample: () => Promise.resolve(++value) }
  expect(await interleave([counting], { warmUp: 2, rounds: 3 })).toEqual({
    ours: { kind: 'samples', samples: [3, 4, 5] },
  })
})

test('whoever fails is left out with the reason, and the others go on', async () => {
  const log: string[] = []
  const failing: Runner = { name: 'sdk', sample: () => Promise.reject(new Error('too long')) }
  expect(await interleave([failing, recorder(log)('ours', 5)], { warmUp: 0, rounds: 2 })).toEqual({
    sdk: { kind: 'refused', reason: 'too long' },
    ours: { kind: 'samples', samples: [5, 5] },
  })
})

test('a sample that never ends does not hold up the run', async () => {
  const hanging: Runner = { name: 'sdk', sample: () => new Promise(() => {}) }
  expect(await interleave([hanging], { warmUp: 0, rounds: 1, patienceMs: 20 })).toEqual({
    sdk: { kind: 'refused', reason: 'a sample: not within 0.02 s' },
  })
})

test('a reason is one line, fits into a table and names no folder', () => {
  expect(reasonOf(new Error('Cannot find /home/me/x/y.js |\n at z'))).toBe('Cannot find y.js / at z')
})
