import fc from 'fast-check'

const CONTROLS = ['\0', '\u001b[31m', '\u007f', '\u009b', '\r\n', '\r', '\u2028', '\u2029', '\n', '\t', ' ']
const INVISIBLE = [
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200f',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\ufe0f',
  '\u3164',
]
const HALF_PAIRS = ['\ud800', '\udbff', '\udc00']
const WORDS = [
  'word',
  'a',
  'é',
  '日本',
  '😀',
  'e\u0301',
  '[',
  ']',
  ']\n[',
  '"',
  '\\',
  '`',
  '{{x}}',
  '%',
  'Resource x:\n',
]
const SPOILERS = [...CONTROLS, ...INVISIBLE, ...HALF_PAIRS, ...WORDS]

const spoilt = fc.array(fc.constantFrom(...SPOILERS), { maxLength: 6 }).map((pieces) => pieces.join(''))
const long = fc
  .tuple(fc.constantFrom('x', 'é', '😀', '\u200b', '\ud800', '[', ']a', 'é[ '), fc.integer({ min: 90, max: 1_500 }))
  .map(([unit, times]) => unit.repeat(times))
const huge = fc.constantFrom('x', 'é', 'a\udc00').map((unit) => unit.repeat(100_000))

/** A text of any length and any content. */
export const text: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6_000,
    arbitrary: fc.constantFrom('plain', 'two words', 'first\nsecond', '', ' ', '{"a":1}', '[1,2]', '7'),
  },
  { weight: 6_000, arbitrary: spoilt },
  { weight: 3_000, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1_500, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 60, arbitrary: long },
  { weight: 1, arbitrary: huge },
)

/** Keys, with those that a careless program takes for its own. */
export const key: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', 'length'),
  },
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'type', 'text', 'data', 'content', '0', '1', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
)
