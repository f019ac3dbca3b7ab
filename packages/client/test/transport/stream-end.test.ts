import { expect, test } from 'vitest'

import { streamEnd } from '../../src/transport/stream-end.js'

test.each([
  ['', 'the response stream ended without the response'],
  ['Maximum reconnection attempts (2) exceeded.', 'the response stream ended without the response'],
  ['SSE stream disconnected: TypeError: terminated', 'the response stream broke: terminated'],
  ['SSE stream disconnected: McpError: lab: too large', 'the response stream broke: too large'],
  ['SSE stream disconnected: why\nnot', 'the response stream broke: why not'],
])('after the report "%s" it says that %s', (report, reason) => {
  expect(streamEnd('lab', report)).toBe(reason)
})

test('a long report is cut', () => {
  expect(streamEnd('lab', `SSE stream disconnected: ${'x'.repeat(10_000)}`).length).toBeLessThan(600)
})
