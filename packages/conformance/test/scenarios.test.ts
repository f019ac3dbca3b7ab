import { describe, expect, it } from 'vitest'

import type { Wire } from '../src/scenario.js'
import { isScenarioName, SCENARIOS } from '../src/scenarios.js'
import { readRequirements } from '../src/requirements.js'

const requirements = await readRequirements()

function playedOn(wire: Wire): string[] {
  return SCENARIOS.filter((scenario) => scenario.wire === wire).map(({ name }) => name)
}

describe.each(requirements)('on the wire of $revision', ({ revision, scenarios }) => {
  it('everything that the revision requires is played', () => {
    const played = playedOn(revision)
    expect(scenarios.filter((name) => !played.includes(name))).toEqual([])
  })

  it('nothing is played twice', () => {
    const played = playedOn(revision)
    expect(new Set(played).size).toBe(played.length)
  })
})

it('what no revision requires is client credentials, servers of 2025-03-26, and one that came after the release', () => {
  const [older, newer] = requirements.map(({ revision, scenarios }) =>
    playedOn(revision)
      .filter((name) => !scenarios.includes(name))
      .toSorted(),
  )
  const credentials = ['auth/client-credentials-basic', 'auth/client-credentials-jwt']
  const later = 'json-schema-2020-12-preservation'
  const backwards = ['auth/2025-03-26-oauth-endpoint-fallback', 'auth/2025-03-26-oauth-metadata-backcompat']
  expect(older).toEqual([...backwards, ...credentials, later])
  expect(newer).toEqual([...credentials, later])
})

it.each(SCENARIOS)('$name on $wire demands something, and nothing twice', ({ name, demanded }) => {
  expect(isScenarioName(name)).toBe(true)
  expect(demanded.length).toBeGreaterThan(0)
  expect(new Set(demanded).size).toBe(demanded.length)
})

it('the checks that revision 2026-07-28 brought are demanded on its wire alone', () => {
  const demandedOn = (wire: Wire): readonly string[] =>
    SCENARIOS.find((scenario) => scenario.name === 'auth/scope-step-up' && scenario.wire === wire)?.demanded ?? []
  expect(demandedOn('2026-07-28').filter((check) => !demandedOn('2025-11-25').includes(check))).toEqual([
    'DCR application_type specified',
    'Client accumulates previously-granted scopes on re-authorization',
  ])
})
