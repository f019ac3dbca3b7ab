import fc from 'fast-check'

import { block, fields, mostly, seldom, wholeImage } from './blocks.js'
import { json, noJson } from './json.js'

const times = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 48, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(9_999, 10_007) },
)
const blocks = fc.oneof(
  { weight: 600, arbitrary: fc.array(block, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.tuple(block, times).map(([one, length]) => Array.from({ length }, () => one)) },
)

const result = fields({
  content: mostly(blocks, 40),
  structuredContent: fc.oneof(seldom(json), mostly(json)),
  isError: seldom(fc.constantFrom<unknown>(true, true, true, false, 'true', 1, null)),
  toolResult: seldom(json),
  _meta: seldom(json),
})

/** Structured content beside a text that already is its JSON, in some layout. */
const shown = fc
  .tuple(json, fc.constantFrom(undefined, 1, '\t'), fc.array(block, { maxLength: 3 }), fc.nat(3))
  .map(([structuredContent, layout, others, at]) => {
    const text = JSON.stringify(structuredContent, undefined, layout)
    return { content: others.toSpliced(at, 0, { type: 'text', text }), structuredContent }
  })

/** Several complete images among texts: a store takes all of them. */
const gallery = fc
  .array(fc.oneof(wholeImage, wholeImage, block), { minLength: 1, maxLength: 6 })
  .map((content) => ({ content }))

const native = fields({
  content: fc.oneof(fc.array(fc.oneof(block, noJson), { maxLength: 3 }), noJson),
  structuredContent: fc.oneof(seldom(noJson), noJson),
  isError: seldom(fc.constant(true)),
})

/** What a tool may return: mostly results, nearly right ones, and anything else. */
export const raw: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 30, arbitrary: result },
  { weight: 4, arbitrary: shown },
  { weight: 3, arbitrary: gallery },
  { weight: 3, arbitrary: json },
  { weight: 2, arbitrary: native },
  { weight: 1, arbitrary: noJson },
)
