import { expect, it } from 'vitest'

import { parseToolCalls } from '../../src/driver/context.js'

it('gives the calls that a scenario asks for, their values as they are', () => {
  const call = { name: 'a', arguments: { text: ' padded ', nothing: null, number: 0.25 } }
  expect(parseToolCalls(JSON.stringify({ name: 'http-custom-headers', toolCalls: [call] }))).toEqual([call])
})

it.each([
  ['no JSON', ''],
  ['no calls', '{}'],
  ['an empty list', '{"toolCalls":[]}'],
  ['a call without arguments', '{"toolCalls":[{"name":"a"}]}'],
  ['arguments that are no object', '{"toolCalls":[{"name":"a","arguments":[1]}]}'],
])('throws at %s', (_case, context) => {
  expect(() => parseToolCalls(context)).toThrow()
})
