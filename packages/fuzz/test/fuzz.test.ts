import { projectResult } from '@harness-mcp/result-adapter'
import { expect, test } from 'vitest'

import { run } from '../src/campaign.js'
import { check } from '../src/check.js'

test('twenty thousand results are read as they have to be, and two hundred in a registry', async () => {
  expect(await run({ seed: 1, runs: 20_000, faces: ['plain', 'registry'] })).toEqual({
    seed: 1,
    runs: { plain: 20_000, registry: 200 },
    ms: expect.any(Number),
  })
})

test('one seed is always the same results', () => {
  const read = (): string[] => {
    const seen: string[] = []
    check({ seed: 3, runs: 300 }, (raw, options) => {
      const outcome = projectResult(raw, options)
      seen.push(JSON.stringify(outcome))
      return outcome
    })
    return seen
  }
  expect(read()).toEqual(read())
})
