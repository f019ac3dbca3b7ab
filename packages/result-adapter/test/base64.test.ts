import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Size } from '../src/base64.js'
import { decodeBase64 } from '../src/index.js'

test('every canonical text is decoded, and its size is known without decoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      const decoded = decodeBase64(text)
      expect(decoded.ok && Buffer.from(decoded.bytes)).toEqual(Buffer.from(bytes))
      expect(base64Size(text)).toBe(bytes.length)
    }),
  )
})

test('a text is accepted exactly when decoding and encoding gives it back', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('AQgwBZ19+/=-_ \n\u0141\u2046')), maxLength: 9 })
  fc.assert(
    fc.property(texts, (text) => {
      const canonical = Buffer.from(text, 'base64').toString('base64') === text
      expect(decodeBase64(text).ok).toBe(canonical)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['aGk', 'its length is not a multiple of 4'],
  ['aGk=\n', 'it has a foreign character at position 3'],
  ['a-_=', 'it has a foreign character at position 1'],
  ['aGl=', 'its last character has bits that mean nothing'],
  ['aR==', 'its last character has bits that mean nothing'],
  ['====', 'it has a foreign character at position 0'],
])('%j is refused: %s', (text, reason) => {
  expect(decodeBase64(text)).toEqual({ ok: false, reason })
})

test('sixty megabytes with a foreign last character are refused', () => {
  const text = `${'A'.repeat(60_000_000)}AAA!`
  expect(decodeBase64(text)).toEqual({ ok: false, reason: 'it has a foreign character at position 60000003' })
})

const long = Buffer.alloc(200_000, 7).toString('base64')

test.each([65_536, 100_001, long.length - 5])(
  'a foreign character in a long text is found at position %i',
  (position) => {
    for (const foreign of ['!', '=', '-', '_', ' ', '\n', 'é', '\u0141', '\u2046', '\uff41']) {
      const text = long.slice(0, position) + foreign + long.slice(position + 1)
      expect(decodeBase64(text)).toEqual({ ok: false, reason: `it has a foreign character at position ${position}` })
    }
  },
)

test('a long canonical text is decoded', () => {
  expect(decodeBase64(long)).toMatchObject({ ok: true, bytes: { length: 200_000 } })
})
