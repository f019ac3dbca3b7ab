import fc from 'fast-check'

import { key, text } from './texts.js'

/** Numbers that `JSON.parse` can give, at the edges: it makes `Infinity` of `1e999`. */
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1.5, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, Infinity, -Infinity),
  fc.double({ noNaN: true }),
  fc.integer(),
)

const scalar = fc.oneof(fc.constantFrom(null, true, false), number, text)

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.dictionary(key, tie('value'), { maxKeys: 4 }) },
  ),
}))

const deep = fc.tuple(fc.integer({ min: 10, max: 1_000 }), fc.boolean()).map(([levels, list]) => {
  let nested: unknown = 'bottom'
  for (let level = 0; level < levels; level += 1) nested = list ? [nested] : { a: nested }
  return nested
})

const wide = fc
  .tuple(value, fc.integer({ min: 50, max: 150 }))
  .map(([item, times]) => Array.from({ length: times }, () => item))

/** Any value that a JSON text can stand for. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4_000, arbitrary: value },
  { weight: 2, arbitrary: deep },
  { weight: 1, arbitrary: wide },
)

/** What no JSON text stands for, as a native tool may return it. */
export const noJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, Number.NaN, 1n, Symbol('s'), () => 1, /x/, new Map([[1, 2]]), new Uint8Array(3)),
  fc.date(),
  fc.constant(null).map(cycle),
  fc.constant(null).map(thrower),
  fc.constant(null).map(() => Object.assign([1], { 2: 'behind a hole' })),
  json.map((inner) => ({ toJSON: () => inner })),
  json.map((inner) => ({ kept: inner, lost: undefined, [Symbol('s')]: 1 })),
)

function cycle(): object {
  const self: { own?: object } = {}
  self.own = self
  return self
}

function thrower(): object {
  return {
    get content(): never {
      throw new Error('no \u202e]\ncontent')
    },
  }
}
