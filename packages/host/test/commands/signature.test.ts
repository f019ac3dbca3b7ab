import { expect, it } from 'vitest'

import { signatureOf } from '../../src/commands/signature.js'

it.each([
  [
    { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['a'] },
    'a: number, b?: string',
  ],
  [{ type: 'object', properties: { a: { enum: ['x', 1] }, b: { const: true } } }, 'a?: "x" | 1, b?: true'],
  [
    { properties: { a: { type: 'array', items: { type: 'string' } }, b: { type: ['string', 'null'] } } },
    'a?: string[], b?: string | null',
  ],
  [{ properties: { a: {}, b: true, c: { type: 'array' } } }, 'a?: any, b?: any, c?: any[]'],
  [{ properties: { 'two\nlines': {} } }, 'two lines?: any'],
  [{ type: 'object' }, ''],
  [undefined, ''],
  ['nonsense', ''],
  [{ properties: 5, required: 'a' }, ''],
])('says %j in one line', (parameters, line) => {
  expect(signatureOf(parameters)).toBe(line)
})
