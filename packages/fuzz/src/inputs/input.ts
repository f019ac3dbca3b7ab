import fc from 'fast-check'

import { SCHEMAS, type KnownSchema } from '../oracle/schemas.js'
import { raw } from './results.js'

/** One result, and how it shall be read. */
export interface Input {
  readonly raw: unknown
  readonly images: boolean
  readonly maxModelBytes: number | undefined
  readonly schema: KnownSchema | undefined
}

const limit = fc.oneof(fc.integer({ min: -2, max: 60 }), fc.constantFrom(0, 1_000, 5_000, 2.5, Infinity))

export const input: fc.Arbitrary<Input> = fc.record({
  raw,
  images: fc.constantFrom(true, true, true, false),
  maxModelBytes: perhaps(1 / 6, limit),
  // Rarely, because each check is guarded by a watchdog, which costs more than the rest of a run.
  schema: perhaps(1 / 20, fc.constantFrom(...SCHEMAS)),
})

function perhaps<Value>(share: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  const others = Math.round(1 / share) - 1
  return fc.oneof({ weight: others, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}
