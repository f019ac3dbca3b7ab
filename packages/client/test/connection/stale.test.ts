import { ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'

import { isStale } from '../../src/connection/stale.js'
import { http, network } from '../support/errors.js'

const inSession = { hasSession: true }
const without = { hasSession: false }

describe('a server that no longer knows the connection', () => {
  test('answers 404 to a request of a session, and of a session alone', () => {
    expect(isStale(http(404, 'Session not found'), inSession)).toBe(true)
    expect(isStale(http(404, 'nobody here'), inSession)).toBe(true)
    expect(isStale(http(404, 'nobody here'), without)).toBe(false)
  })

  test.each([
    'Bad Request: No valid session ID provided',
    'Bad Request: Server not initialized',
    'No transport found for sessionId sse-1',
    'Invalid session ID',
    'Session not found',
    'session 5f1c9a40-0000-4000-8000-000000000000 has expired',
    'Session terminated',
    'Unknown Mcp-Session-Id',
    '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Session does not exist"},"id":"server-error"}',
  ])('or 400 and says so: %s', (text) => {
    expect(isStale(http(400, text), without)).toBe(true)
  })

  test('or refuses the revision', () => {
    expect(isStale(new ProtocolError(-32_022, 'Unsupported protocol version'), without)).toBe(true)
  })
})

describe('a server that knows it', () => {
  test.each([
    ['a word', http(400, 'payment done, but writing the session log failed')],
    ['the name of an argument', http(400, 'argument "session_name" is required')],
    ['another fault of the request', http(400, 'Parse error')],
    ['another status', http(403, 'Session not found')],
    ['a failure of its own', http(500, 'Session not found')],
    ['an error of the method', new ProtocolError(-32_602, 'Session not found')],
    ['a network that broke', network('ECONNRESET')],
    ['nothing', undefined],
  ])('%s is no proof of the contrary', (_, error) => {
    expect(isStale(error, inSession)).toBe(false)
  })
})
