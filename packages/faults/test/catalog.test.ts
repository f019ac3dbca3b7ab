import { expect, it } from 'vitest'

import { catalog } from '../src/catalog/catalog.js'
import { runAll } from '../src/run-all.js'

/** Three times what it takes on two busy cores: the limit is for what hangs. */
const LONGEST_MS = 180_000

it('has every row of the table as it has to be', { timeout: LONGEST_MS }, async () => {
  const rows = await runAll(catalog(), { jobs: 6 })
  const wrong = rows.flatMap(({ fault, wire, differences }) => differences.map((text) => `${fault} (${wire}): ${text}`))
  expect(wrong).toEqual([])
  expect(rows.map(({ fault, wire }) => [fault, wire])).toEqual(catalog().map(({ name, wire }) => [name, wire]))
})

it('names every row once', () => {
  const names = catalog().map(({ name, wire }) => `${name} (${wire})`)
  expect(names).toEqual([...new Set(names)])
})
