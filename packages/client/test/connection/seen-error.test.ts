import { SdkError, SdkErrorCode, ProtocolError, UnauthorizedError } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { seeError } from '../../src/connection/seen-error.js'
import { clientError } from '../../src/errors.js'
import { http, negotiation, network, sse } from '../support/errors.js'

describe('what an error amounts to', () => {
  test.each<[string, unknown, object]>([
    ['our own', clientError('timeout', { message: 'x' }), { kind: 'ours' }],
    [
      'our own within a failed fetch',
      new TypeError('fetch failed', { cause: clientError('protocol', { message: 'x' }) }),
      { kind: 'ours' },
    ],
    ['401', http(401), { kind: 'unauthorized' }],
    ['the SDK asks for authorization', new UnauthorizedError(), { kind: 'unauthorized' }],
    ['403', http(403), { kind: 'http', status: 403 }],
    ['503', http(503), { kind: 'http', status: 503 }],
    ['an error of the server', new ProtocolError(-32_601, 'Method not found'), { kind: 'server-error', code: -32_601 }],
    ['a closed connection', new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'), { kind: 'closed' }],
    ['no connection', new SdkError(SdkErrorCode.NotConnected, 'Not connected'), { kind: 'closed' }],
    ['no connection, as a plain error of the SDK', new Error('Not connected'), { kind: 'closed' }],
    ['a need for input', new SdkError(SdkErrorCode.UnsupportedResultType, 'input'), { kind: 'unsupported' }],
    ['a missing capability', new SdkError(SdkErrorCode.CapabilityNotSupported, 'sampling'), { kind: 'unsupported' }],
    ['a refused connection', network('ECONNREFUSED'), { kind: 'unreachable', sent: false }],
    ['an unknown host', network('ENOTFOUND'), { kind: 'unreachable', sent: false }],
    [
      'a connection that took too long to open',
      network('UND_ERR_CONNECT_TIMEOUT'),
      { kind: 'unreachable', sent: false },
    ],
    ['a reset connection', network('ECONNRESET'), { kind: 'unreachable', sent: true }],
    ['a broken body', network('UND_ERR_BODY_TIMEOUT'), { kind: 'unreachable', sent: true }],
    ['a bad certificate', network('DEPTH_ZERO_SELF_SIGNED_CERT'), { kind: 'unreachable', sent: true }],
    ['a failed fetch of unknown cause', new TypeError('fetch failed'), { kind: 'unreachable', sent: true }],
    [
      'a port that fetch blocks',
      new TypeError('fetch failed', { cause: new Error('bad port') }),
      { kind: 'unsupported' },
    ],
    ['a broken event stream', sse(undefined, 'terminated'), { kind: 'unreachable', sent: true }],
    [
      'an event stream that ended',
      sse(undefined, 'undefined'),
      { kind: 'unreachable', text: 'the event stream ended' },
    ],
    ['an event stream that is refused with 401', sse(401), { kind: 'unauthorized' }],
    ['an event stream that is refused with 503', sse(503), { kind: 'http', status: 503 }],
    ['an event stream that is refused with 404', sse(404), { kind: 'http', status: 404 }],
    [
      'a message over the old transport that is refused with 401',
      new Error('Error POSTing to endpoint (HTTP 401): no'),
      { kind: 'unauthorized' },
    ],
    [
      'a message over the old transport that is refused with 503',
      new Error('Error POSTing to endpoint (HTTP 503): no'),
      { kind: 'http', status: 503 },
    ],
    [
      'a refusal within the failure of the negotiation',
      negotiation(new Error('no', { cause: http(429) })),
      { kind: 'http', status: 429 },
    ],
    ['an answer that is no JSON', new SyntaxError('Unexpected token <'), { kind: 'unreadable' }],
    [
      'an answer of another type',
      new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'Unexpected content type: null'),
      { kind: 'unreadable', text: 'Unexpected content type: null' },
    ],
    [
      'an answer that cannot be unpacked',
      new TypeError('terminated', {
        cause: Object.assign(new Error('incorrect header check'), { code: 'Z_DATA_ERROR' }),
      }),
      { kind: 'unreadable', text: 'the answer broke off: incorrect header check' },
    ],
    ['text', 'broken', { kind: 'other', text: 'broken' }],
    ['nothing', undefined, { kind: 'other', text: 'undefined' }],
    ['null', null, { kind: 'other' }],
  ])('%s', (_, error, expected) => {
    expect(seeError(error)).toMatchObject(expected)
  })

  test('a cause that is its own cause ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(seeError(error)).toEqual({ kind: 'other', text: 'round' })
  })

  test.each<[string, z.ZodType, unknown, string]>([
    [
      'a missing field',
      z.object({ serverInfo: z.object({ version: z.string() }) }),
      { serverInfo: {} },
      'serverInfo.version: Invalid input: expected string, received undefined',
    ],
    ['an unknown field', z.strictObject({ a: z.object({}).strict() }), { a: { b: 1 } }, 'a: Unrecognized key: "b"'],
    [
      'a message that is none',
      z.union([z.object({ id: z.string() }), z.object({ method: z.string() })]),
      {},
      'the answer is not a JSON-RPC message',
    ],
  ])('many lines about %s are one', (_, schema, value, text) => {
    const { error } = schema.safeParse(value)
    expect(seeError(error)).toEqual({ kind: 'unreadable', text })
    const within = new SdkError(SdkErrorCode.InvalidResult, `Invalid result for initialize: ${error?.message}`)
    expect(seeError(within)).toEqual({ kind: 'unreadable', text: `Invalid result for initialize: ${text}` })
  })
})
