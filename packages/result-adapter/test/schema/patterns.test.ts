import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newRe2 } from '../../src/schema/engines.js'
import { re2Pattern } from '../../src/schema/patterns.js'

const matches = (pattern: string, text: string): boolean => newRe2(re2Pattern(pattern)).test(text)

const SPACES = [
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  ' ',
  '\u00a0',
  '\u1680',
  '\u2000',
  '\u200a',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
]
const OTHERS = [
  'a',
  '0',
  '_',
  '-',
  '.',
  ']',
  '[',
  '\\',
  '\b',
  '\0',
  '\u200b',
  '\u1681',
  '\u2060',
  'é',
  '界',
  '😀',
  '\u{10ffff}',
]

describe('a pattern matches as it does in ECMAScript', () => {
  test.each([
    String.raw`^\s$`,
    String.raw`^\S$`,
    String.raw`^[\s]$`,
    String.raw`^[^\s]$`,
    String.raw`^[\S]$`,
    String.raw`^[^\S]$`,
    String.raw`^[\s\S]$`,
    String.raw`^[a\s0-9]$`,
    String.raw`^[\]\s]$`,
    '^.$',
    '^[.]$',
    '^[^]$',
    '[]',
    String.raw`^[\b]$`,
    String.raw`^\w$`,
    String.raw`^\d$`,
    String.raw`^\u{1F600}$`,
    String.raw`^\uD83D\uDE00$`,
    String.raw`^[\uD83D\uDE00a]$`,
    String.raw`^\u00e9$`,
    String.raw`^\p{L}$`,
    String.raw`^\x61$`,
    String.raw`^\0$`,
    String.raw`^\[$`,
    String.raw`\\$`,
    '^[[]$',
    '^(?:a|é)$',
    '^(?<name>a)$',
  ])('%s', (pattern) => {
    const native = new RegExp(pattern, 'u')
    for (const text of [...SPACES, ...OTHERS, '', 'ab', 'a\n', '\r\n']) {
      expect([text, matches(pattern, text)]).toEqual([text, native.test(text)])
    }
  })

  test.each([
    ['^[\\w-.]+$', 'a-b.c', true],
    ['^\\_a$', '_a', true],
    ['^\\A$', 'A', true],
    ['\\z$', 'z', true],
    ['^\\Qa\\E$', 'QaE', true],
    ['^[[:alpha:]]$', 'a]', true],
    ['^[[:alpha:]]$', 'a', false],
    ['^]$', ']', true],
  ])('%s, which is valid only without the Unicode flag, on %j: %s', (pattern, text, expected) => {
    expect(new RegExp(pattern).test(text)).toBe(expected)
    expect(matches(pattern, text)).toBe(expected)
  })

  test('random patterns agree with the native engine, or are refused', () => {
    const pieces = [
      'a',
      'b',
      '.',
      '\\s',
      '\\S',
      '\\d',
      '\\w',
      '\\b',
      '[ab]',
      '[^a]',
      '[\\s\\d]',
      '[^\\S]',
      '(',
      ')',
      '|',
      '*',
      '+',
      '?',
      '^',
      '$',
      '{2}',
      '\\-',
      '😀',
    ]
    const patterns = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\u00a0', '\n', '\u2028', '1', '😀', '-'),
      maxLength: 6,
    })
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        let native: RegExp | undefined
        try {
          native = new RegExp(pattern, 'u')
        } catch {
          native = undefined
        }
        fc.pre(native !== undefined)
        expect(matches(pattern, text)).toBe(native?.test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a pattern that cannot be matched in linear time with the same meaning is refused', () => {
  test.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    'a{1001}',
    '\\p{Script=Greek}',
    '[\\s-a.\\w-x]',
    '(',
    '(?P<n>a)',
  ])('%s', (pattern) => {
    expect(() => newRe2(re2Pattern(pattern))).toThrow()
  })
})
