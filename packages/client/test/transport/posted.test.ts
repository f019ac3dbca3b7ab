import { expect, test } from 'vitest'

import { answersNothing, whatIsPosted } from '../../src/transport/posted.js'

const request = '{"jsonrpc":"2.0","id":0,"method":"tools/call"}'
const notification = '{"jsonrpc":"2.0","method":"notifications/cancelled"}'
const response = '{"jsonrpc":"2.0","id":0,"result":{}}'

test.each([
  [request, 'request'],
  [notification, 'message'],
  [response, 'message'],
  ['grant_type=refresh_token', 'other'],
  ['{"client_name":"x"}', 'other'],
  [undefined, 'other'],
  [new URLSearchParams({ a: '1' }), 'other'],
] as const)('%s is posted as: %s', (body, kind) => {
  expect(whatIsPosted(body)).toBe(kind)
})

test.each([
  ['[]', true],
  [`[${notification}]`, true],
  [notification, true],
  [`[${notification},${response}]`, false],
  [response, false],
  ['{}', false],
  ['', false],
  ['<p>', false],
  ['null', false],
])('whether the body %s answers nothing: %s', (text, expected) => {
  expect(answersNothing(text)).toBe(expected)
})
