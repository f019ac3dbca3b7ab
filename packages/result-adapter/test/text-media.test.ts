import { expect, test } from 'vitest'
import { isTextMediaType, textOfBlob } from '../src/index.js'
import { base64 } from './support/samples.js'

test.each([
  'text/plain',
  'TEXT/HTML; charset=utf-8',
  'application/json',
  'application/ld+json',
  'application/atom+xml',
  'application/xml',
  'image/svg+xml',
  'application/yaml',
  'application/javascript',
])('%s is text', (type) => {
  expect(isTextMediaType(type)).toBe(true)
})

test.each(['image/png', 'application/octet-stream', 'application/pdf', 'application/zip', 'audio/wav', '', 'textual'])(
  '%j is not text',
  (type) => {
    expect(isTextMediaType(type)).toBe(false)
  },
)

test('a blob is decoded as UTF-8, and as UTF-16 when a byte order mark says so', () => {
  expect(textOfBlob(base64('héllo 界'))).toEqual({ ok: true, text: 'héllo 界' })
  expect(textOfBlob(Buffer.from('\ufeffhé', 'utf16le').toString('base64'))).toEqual({ ok: true, text: 'hé' })
  expect(textOfBlob('')).toEqual({ ok: true, text: '' })
})

test('bytes that are no text, and text that is no base64, are refused', () => {
  expect(textOfBlob(Buffer.from([0xc3, 0x28]).toString('base64'))).toEqual({
    ok: false,
    reason: 'its bytes are not text in UTF-8',
  })
  expect(textOfBlob('%%%%')).toEqual({
    ok: false,
    reason: 'it is not base64: it has a foreign character at position 0',
  })
})
