import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseArguments } from '../src/index.js'

test('an object passes as it is', () => {
  const args = { path: 'a.txt', nested: { list: [1, null] } }
  const parsed = parseArguments(args)
  expect(parsed).toEqual({ ok: true, value: args })
  expect(parsed.ok && parsed.value).toBe(args)
})

test.each([
  ['{"path": "a.txt"}', { path: 'a.txt' }],
  [' {} ', {}],
  ['{"a":{"b":[1,2]}}', { a: { b: [1, 2] } }],
])('the string %j is parsed', (args, value) => {
  expect(parseArguments(args)).toEqual({ ok: true, value })
})

test.each([undefined, null, 7, true, [1], ['a'], '[1]', '"text"', '3', 'null', '', '  '])(
  '%j becomes an empty object',
  (args) => {
    expect(parseArguments(args)).toEqual({ ok: true, value: {} })
  },
)

test.each([
  ['a function', (): void => {}, 'function'],
  ['a class', Date, 'function'],
  ['a symbol', Symbol('a'), 'symbol'],
  ['a bigint', 7n, 'bigint'],
])('%s is refused: it is no JSON', (_, args, type) => {
  expect(parseArguments(args)).toEqual({ ok: false, reason: `the arguments are not JSON: a ${type}` })
})

test.each([
  ['{"path": }', 'unexpected "}" at position 9'],
  ['{', 'the text ends too early, at position 1'],
  ['nope', 'unexpected "nope" at position 0'],
  ['{"a":1}x', 'unexpected "x" at position 7'],
  ['{"a":1,}', 'unexpected "}" at position 7'],
  ['[1,]', 'unexpected "]" at position 3'],
  ['{a:1}', 'unexpected "a:1}" at position 1'],
  ['{"a" 1}', 'unexpected "1}" at position 5'],
  ['{"a":tru}', 'unexpected "tru}" at position 5'],
  ['{"a":"b', 'the text ends too early, at position 7'],
  ['{"a":"\\q"}', 'unexpected "\\\\q\\"}" at position 6'],
  ['{"a":01}', 'unexpected "1}" at position 6'],
  ['[}', 'unexpected "}" at position 1'],
])('the malformed %j is refused with the position', (args, mistake) => {
  expect(parseArguments(args)).toEqual({ ok: false, reason: `the arguments are not valid JSON: ${mistake}` })
})

test('what is quoted of malformed JSON is short, on one line and without invisible characters', () => {
  const parsed = parseArguments(`{\u202e\n${'x'.repeat(1_000_000)}`)
  expect(parsed).toEqual({
    ok: false,
    reason: `the arguments are not valid JSON: unexpected "${'x'.repeat(18)}" at position 1`,
  })
})

test('malformed JSON of many megabytes is refused with the position', () => {
  const args = `{"a":"${'\\n'.repeat(4_000_000)}",}`
  expect(parseArguments(args)).toEqual({
    ok: false,
    reason: `the arguments are not valid JSON: unexpected "}" at position ${args.length - 1}`,
  })
})

test('every text is parsed or refused exactly as the engine does', () => {
  const jsonLike = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,"\\ntrue1.0e- ')), maxLength: 12 }),
    fc.json().map((json) => json.slice(0, -1)),
    fc.json().chain((json) => fc.nat(json.length).map((at) => `${json.slice(0, at)}}${json.slice(at)}`)),
    fc.json(),
  )
  fc.assert(
    fc.property(jsonLike, (args) => {
      fc.pre(args.trim() !== '')
      let valid = true
      try {
        JSON.parse(args)
      } catch {
        valid = false
      }
      const parsed = parseArguments(args)
      expect(parsed.ok ? 'valid' : parsed.reason).toMatch(valid ? /^valid$/ : /position \d+$/)
    }),
    { numRuns: 1_000 },
  )
})
