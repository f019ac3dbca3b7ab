import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { load } from 'js-yaml'
import { z } from 'zod'

import type { Verdict } from './judge.js'
import { type Wire, WIRES } from './scenario.js'

/** What the suite requires of a client of one revision: a list that was frozen when the revision was released. */
export interface Requirements {
  readonly revision: Wire
  readonly scenarios: readonly string[]
}

/** How much of what a revision requires was shown. Plain JSON. */
export interface Coverage {
  readonly revision: Wire
  /** How many scenarios it requires. */
  readonly required: number
  /** How many of them passed on its wire. */
  readonly passed: number
  /** Which of them were not played. */
  readonly notPlayed: readonly string[]
}

/** The requirements of both revisions, as they are in the suite. Throws when it has them in another form. */
export function readRequirements(): Promise<readonly Requirements[]> {
  return Promise.all(
    WIRES.map(async (revision) => {
      const { client } = requirements.parse(load(await readFile(fileOf(revision), 'utf8')))
      return { revision, scenarios: client }
    }),
  )
}

const requirements = z.object({ client: z.array(z.string()).min(1) })

function fileOf(revision: Wire): string {
  return createRequire(import.meta.url).resolve(`@modelcontextprotocol/conformance/requirements/${revision}.yaml`)
}

export function coverageOf({ revision, scenarios }: Requirements, verdicts: readonly Verdict[]): Coverage {
  const played = new Map(verdicts.filter(({ wire }) => wire === revision).map(({ scenario, ok }) => [scenario, ok]))
  return {
    revision,
    required: scenarios.length,
    passed: scenarios.filter((name) => played.get(name)).length,
    notPlayed: scenarios.filter((name) => !played.has(name)),
  }
}
