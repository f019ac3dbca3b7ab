import {
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  ProtocolError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { McpError } from '@harness-mcp/result-adapter'
import { describe, expect, test } from 'vitest'

import { connectFailure, requestFailure, seeError } from '../../src/connection/failure.js'
import { clientError } from '../../src/errors.js'
import { redactor } from '../../src/redaction.js'
import { anySettings, httpSettings } from '../support/settings.js'

const context = { server: 'lab', redact: redactor(anySettings()) }

function http(status: number, text = 'the body'): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${text}`, {
    status,
    statusText: '',
    text,
  })
}

function network(code: string, message = `connect ${code} 127.0.0.1:1`): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}

function sse(code: number | undefined, message = 'Non-200 status code'): SseError {
  return new SseError(code, message, new Event('error'))
}

function negotiation(cause: unknown): Error {
  return Object.assign(new SdkError(SdkErrorCode.EraNegotiationFailed, 'Version negotiation failed'), { cause })
}

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
    ['a schema error', new SyntaxError('Unexpected token <'), { kind: 'other' }],
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
})

describe('why a connection could not be opened', () => {
  test.each<[string, unknown, string, string | RegExp]>([
    ['401', http(401), 'auth-required', /authorization/],
    ['403', http(403), 'unsupported', /HTTP 403/],
    ['404', http(404), 'unsupported', /HTTP 404 .*is this the URL of the MCP endpoint/],
    ['405', http(405), 'unsupported', /is the transport right\?/],
    ['408', http(408), 'unreachable', /HTTP 408/],
    ['429', http(429), 'unreachable', /HTTP 429/],
    ['500', http(500), 'unreachable', /HTTP 500/],
    ['503', http(503), 'unreachable', /HTTP 503/],
    ['a refused event stream, 401', sse(401), 'auth-required', /authorization/],
    ['a refused event stream, 503', sse(503), 'unreachable', /HTTP 503/],
    ['a refused event stream, 404', sse(404), 'unsupported', /HTTP 404/],
    ['a refused connection', network('ECONNREFUSED'), 'unreachable', /ECONNREFUSED/],
    ['a refused connection during the probe', negotiation(network('ECONNREFUSED')), 'unreachable', /ECONNREFUSED/],
    [
      'a closed connection',
      new SdkError(SdkErrorCode.ConnectionClosed, 'x'),
      'unreachable',
      /closed during the handshake/,
    ],
    ['an error of the server', new ProtocolError(-32_602, 'no'), 'unsupported', /error -32602: no/],
    [
      'a revision that is not supported',
      new Error("Server's protocol version is not supported: 2099-01-01"),
      'unsupported',
      /2099-01-01/,
    ],
    ['anything else', new Error('odd'), 'unreachable', /odd/],
    [
      'our own',
      clientError('start-failed', { server: 'lab', message: 'no such command' }),
      'start-failed',
      'lab: no such command',
    ],
    [
      'our own within the failure of the negotiation',
      negotiation(clientError('start-failed', { server: 'lab', message: 'no such command' })),
      'start-failed',
      'lab: no such command',
    ],
  ])('%s', (_, error, code, message) => {
    const failure = connectFailure(error, context)
    expect(failure).toMatchObject({ code, server: 'lab', message: expect.stringMatching(message) })
    expect(failure.message).toMatch(/^lab: /)
  })

  test('what the process said stands behind the reason', () => {
    const error = new SdkError(SdkErrorCode.ConnectionClosed, 'x')
    expect(connectFailure(error, context, "the server's process exited with code 3").message).toBe(
      "lab: could not connect: the connection closed during the handshake; the server's process exited with code 3",
    )
  })

  test('a page of HTML is cut', () => {
    expect(connectFailure(http(500, '<p>'.repeat(5_000)), context).message.length).toBeLessThan(400)
  })
})

describe('why a request gave no result', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['401', http(401), 'auth-required', /authorization/],
    ['400', http(400), 'protocol', /refused the request: HTTP 400/],
    ['404', http(404), 'protocol', /refused the request: HTTP 404/],
    ['500', http(500), 'outcome-unknown', /HTTP 500 .*the outcome is unknown/],
    [
      'a closed connection',
      new SdkError(SdkErrorCode.ConnectionClosed, 'x'),
      'outcome-unknown',
      /closed during the call; the outcome is unknown/,
    ],
    [
      'an error of the server',
      new ProtocolError(-32_602, 'no such tool'),
      'protocol',
      /answered with error -32602: no such tool/,
    ],
    ['a need for input', new SdkError(SdkErrorCode.UnsupportedResultType, 'input'), 'protocol', /does not offer/],
    ['a refused connection', network('ECONNREFUSED'), 'not-connected', /was not sent/],
    ['a reset connection', network('ECONNRESET'), 'outcome-unknown', /broke during the call .*the outcome is unknown/],
    ['anything else', new Error('odd'), 'protocol', /odd/],
  ])('%s', (_, error, code, message) => {
    expect(requestFailure(error, context)).toMatchObject({
      code,
      server: 'lab',
      message: expect.stringMatching(message),
      // Never the error itself: it may quote secrets, and whoever logs an error logs its cause.
      cause: expect.not.objectContaining({ data: expect.anything() }),
    })
    expect(requestFailure(error, context).cause).not.toBe(error)
  })

  test('our own error is given back as it is', () => {
    const own = clientError('timeout', { server: 'lab', message: 'x' })
    expect(requestFailure(own, context)).toBe(own)
  })

  test('secrets that come back in the text are replaced', () => {
    const redact = redactor(httpSettings('https://x.example', { headers: { Authorization: 'Bearer s3cr3t-t0ken' } }))
    const failure = requestFailure(new ProtocolError(-1, 'bad token s3cr3t-t0ken'), { server: 'lab', redact })
    expect(failure.message).toBe('lab: the server answered with error -1: bad token [redacted]')
    expect(failure).toBeInstanceOf(McpError)
  })
})
