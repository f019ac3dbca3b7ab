import { deepEqual } from 'node:assert'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectResult } from '../src/index.js'
import { PNG } from './support/samples.js'

const types = fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'video', 7, null)
const mediaTypes = fc.constantFrom('image/png', 'image/jpg', 'image/bmp', 'audio/wav', 'application/pdf', '', null, 5)
const SECRET = 'SECRETSECRETSECRET'
const payload = fc.oneof(
  fc.constantFrom(SECRET, `${SECRET}==`, `data:image/png;base64,${SECRET}`, PNG, '', null, 3),
  fc.base64String().map((base64) => `${SECRET}${base64}`),
)
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined })

const block = fc.oneof(
  fc.record(
    { type: types, text: fc.oneof(fc.string(), fc.constant(null)), data: payload, mimeType: mediaTypes },
    { requiredKeys: [] },
  ),
  fc.record({
    type: fc.constant('resource'),
    resource: fc.record({ uri: fc.string(), mimeType: mediaTypes, blob: payload }, { requiredKeys: ['blob'] }),
  }),
  fc.jsonValue(),
)
const result = fc.record(
  {
    content: fc.oneof(fc.array(block, { maxLength: 5 }), fc.jsonValue()),
    structuredContent: fc.jsonValue(),
    isError: fc.constantFrom(true, false, 'yes', null),
    toolResult: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const options = fc.record({
  images: maybe(fc.boolean()),
  maxModelBytes: maybe(fc.integer({ min: -2, max: 40 })),
  outputSchema: maybe(fc.oneof(fc.jsonValue(), fc.constantFrom({ type: 'object' }, { type: 'string', pattern: '^a' }))),
})

test('any JSON gives an outcome with something to read, and no data of other blocks in the text', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 5, arbitrary: result }, fc.jsonValue()), options, (raw, chosen) => {
      const outcome = projectResult(raw, chosen)
      expect(outcome.content.length).toBeGreaterThan(0)
      expect(outcome.code === undefined).toBe(!outcome.isError)
      const texts = outcome.content.flatMap((shown) => (shown.type === 'text' ? [shown.text] : []))
      expect(texts.filter((text) => text.trim() === '')).toEqual([])
      expect(texts.join('\n')).not.toContain(SECRET)
    }),
    { numRuns: 1_000 },
  )
})

test('a list of blocks and structured content come out deep-equal, as the same objects', () => {
  const ordinary = fc.record({ content: fc.array(block, { maxLength: 5 }), structuredContent: fc.jsonValue() })
  fc.assert(
    fc.property(ordinary, (raw) => {
      const { value } = projectResult(raw)
      expect(value).toEqual(raw)
      expect(value?.content).toBe(raw.content)
    }),
    { numRuns: 500 },
  )
})

test('nothing that is no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (raw) => {
      const outcome = projectResult({ content: [raw], structuredContent: raw })
      // Loose about the sign of zero, which JSON text has and `JSON.stringify` loses.
      deepEqual(JSON.parse(JSON.stringify(outcome)), outcome)
    }),
    { numRuns: 500 },
  )
})
