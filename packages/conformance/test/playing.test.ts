import { expect, it } from 'vitest'

import { playAll } from '../src/playing.js'
import { SCENARIOS, type Scenario } from '../src/scenarios.js'

const WANTED = SCENARIOS.filter(({ name }) => name === 'tools_call' || name === 'sse-retry')

function label({ name, wire }: Scenario): string {
  return `${name} on ${wire}`
}

it('what measures time is played alone and first, and the verdicts are in the given order', async () => {
  const started: string[] = []
  const onStart = (scenario: Scenario): unknown => started.push(label(scenario))
  const verdicts = await playAll(WANTED, { signal: new AbortController().signal, onStart })
  expect(started).toEqual(['sse-retry on 2025-11-25', 'tools_call on 2025-11-25', 'tools_call on 2026-07-28'])
  expect(verdicts.map(({ scenario, wire, ok }) => [`${scenario} on ${wire}`, ok])).toEqual(
    WANTED.map((scenario) => [label(scenario), true]),
  )
})

it('an abort in the middle is the reason, and nothing more is started', async () => {
  const abort = new AbortController()
  const started: string[] = []
  const onStart = (scenario: Scenario): void => {
    started.push(label(scenario))
    abort.abort('enough')
  }
  await expect(playAll(SCENARIOS, { signal: abort.signal, onStart })).rejects.toBe('enough')
  expect(started).toEqual(['sse-retry on 2025-11-25'])
})
