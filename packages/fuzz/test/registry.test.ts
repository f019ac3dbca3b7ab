import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInRegistry } from '../src/check.js'
import { startHarness, type RegistryHarness } from '../src/registry/harness.js'

let harness: RegistryHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.dispose())

// As in mutants.test.ts, with registries that are wrong.
test.each<[string, (real: RegistryHarness) => Partial<RegistryHarness>, RegExp]>([
  ['shows text alone', (real) => ({ call: (call) => real.call({ ...call, images: false }) }), /^content/],
  ['stores another image', () => ({ read: async () => 'AAAA' }), /not the one that was sent/],
  ['leaves files behind', () => ({ files: growing() }), /a file is left behind/],
  [
    'checks no schema',
    (real) => ({ call: (call) => real.call({ ...call, outputSchema: undefined }) }),
    /a success, and no|content/,
  ],
  ['rejects', () => ({ call: async () => Promise.reject(new Error('no')) }), /it throws/],
  [
    'hides errors',
    (real) => ({
      call: async (call) => {
        const result = await real.call(call)
        return result.isError ? { ...result, content: [{ type: 'text', text: 'Failed.' }] } : result
      },
    }),
    /does not read the error/,
  ],
])('a registry that %s is caught', async (_what, wrong, reason) => {
  const failure = await checkInRegistry({ seed: 1, runs: 1_000 }, { ...harness, ...wrong(harness) })
  expect(failure?.problems).toContainEqual(expect.stringMatching(reason))
})

function growing(): () => Promise<number> {
  let files = 0
  return async () => (files += 1)
}
