import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, plainLine, plainText } from '../src/index.js'

describe('cutText', () => {
  test.each([
    ['héllo', 6, { text: 'héllo', missingBytes: 0 }],
    ['héllo', 2, { text: 'h', missingBytes: 5 }],
    ['😀😀', 7, { text: '😀', missingBytes: 4 }],
    ['abc', 0, { text: '', missingBytes: 3 }],
    ['abc', -1, { text: '', missingBytes: 3 }],
    ['abc', 1.9, { text: 'a', missingBytes: 2 }],
    ['', 0, { text: '', missingBytes: 0 }],
    ['abc', Infinity, { text: 'abc', missingBytes: 0 }],
  ])('%j at %d bytes', (text, maxBytes, expected) => {
    expect(cutText(text, maxBytes)).toEqual(expected)
  })

  test('the bytes that are kept and those that are missing are all bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, maxBytes) => {
        const cut = cutText(text, maxBytes)
        expect(text.startsWith(cut.text)).toBe(true)
        expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(maxBytes)
        expect(Buffer.byteLength(cut.text) + cut.missingBytes).toBe(Buffer.byteLength(text))
      }),
    )
  })
})

describe('plainText', () => {
  test.each([
    ['control characters', 'a\u0000b\u001b[31mc\u007fd\u009be', 'ab[31mcde'],
    ['overrides of direction', 'a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
    ['zero-width characters', 'a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00adg', 'abcdefg'],
    ['tag characters', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['half surrogate pairs', 'a\ud800b\udc00c', 'abc'],
  ])('%s are removed', (_what, text, expected) => {
    expect(plainText(text, 100)).toBe(expected)
    expect(plainLine(text, 100)).toBe(expected)
  })

  test('newlines and tabs stay, every line break is a newline', () => {
    expect(plainText('a\tb\r\nc\rd\u2028e\nf', 100)).toBe('a\tb\nc\nd\ne\nf')
  })

  test('a line has single spaces instead', () => {
    expect(plainLine('\n a\t\tb\r\nc \u2028 d ', 100)).toBe('a b c d')
  })

  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'ab…'],
    ['éééé', 6, 'é…'],
    ['abc', 2, 'ab'],
    ['abc', 0, ''],
  ])('%j within %d bytes', (text, maxBytes, expected) => {
    expect(plainText(text, maxBytes)).toBe(expected)
    expect(plainLine(text, maxBytes)).toBe(expected)
  })

  test('no text is longer than asked, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(40), (text, maxBytes) => {
        expect(Buffer.byteLength(plainText(text, maxBytes))).toBeLessThanOrEqual(maxBytes)
        expect(Buffer.byteLength(plainLine(text, maxBytes))).toBeLessThanOrEqual(maxBytes)
      }),
    )
  })

  test('a hundred megabytes cost no more than their beginning', () => {
    expect(plainText('ab'.repeat(50_000_000), 7)).toBe('abab…')
  })
})
