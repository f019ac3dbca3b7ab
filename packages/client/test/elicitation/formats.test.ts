import { expect, test } from 'vitest'

import { hasFormat } from '../../src/elicitation/formats.js'

test.each([
  ['email', 'ada@example.org', true],
  ['email', 'ada@localhost', true],
  ['email', 'ada.example.org', false],
  ['email', 'ada@@example.org', false],
  ['email', 'ada @example.org', false],
  ['email', '@example.org', false],
  ['email', 'ada@example..org', false],
  ['uri', 'https://example.org/a?b#c', true],
  ['uri', 'mailto:ada@example.org', true],
  ['uri', 'urn:isbn:0451450523', true],
  ['uri', '/a/path', false],
  ['uri', 'https://exa mple.org', false],
  ['uri', 'http://[::1', false],
  ['date', '2024-02-29', true],
  ['date', '0001-01-01', true],
  ['date', '2023-02-29', false],
  ['date', '2024-13-01', false],
  ['date', '2024-00-10', false],
  ['date', '24-02-01', false],
  ['date-time', '2024-02-29T23:59:60Z', true],
  ['date-time', '2024-02-29t01:02:03.5+02:00', true],
  ['date-time', '2024-02-30T00:00:00Z', false],
  ['date-time', '2024-02-29T24:00:00Z', false],
  ['date-time', '2024-02-29T00:00:00', false],
  ['date-time', '2024-02-29 00:00:00Z', false],
  ['date-time', '2024-02-29T00:00:00+24:00', false],
] as const)('as %s, %s is %s', (format, text, expected) => {
  expect(hasFormat(format, text)).toBe(expected)
})

test('a text that nobody types has no format', () => {
  expect(hasFormat('email', `${'a'.repeat(9_000)}@example.org`)).toBe(false)
})
