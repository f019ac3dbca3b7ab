import { expect, it } from 'vitest'

import { SCENARIOS } from '../src/scenarios.js'

it('plays nine scenarios, two of them on both wires', () => {
  expect(SCENARIOS.map(({ name, wire }) => `${wire} ${name}`).toSorted()).toEqual([
    '2025-11-25 initialize',
    '2025-11-25 json-schema-2020-12-preservation',
    '2025-11-25 sse-retry',
    '2025-11-25 tools_call',
    '2026-07-28 http-custom-headers',
    '2026-07-28 http-invalid-tool-headers',
    '2026-07-28 http-standard-headers',
    '2026-07-28 json-schema-2020-12-preservation',
    '2026-07-28 json-schema-ref-no-deref',
    '2026-07-28 request-metadata',
    '2026-07-28 tools_call',
  ])
})

it.each(SCENARIOS)('$name on $wire demands something, and nothing twice', ({ demanded }) => {
  expect(demanded.length).toBeGreaterThan(0)
  expect(new Set(demanded).size).toBe(demanded.length)
})
