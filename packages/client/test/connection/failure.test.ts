import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { McpError } from '@harness-mcp/result-adapter'
import { describe, expect, test } from 'vitest'

import { callFailure, connectFailure, requestFailure } from '../../src/connection/failure.js'
import { clientError, type McpClientCode } from '../../src/errors.js'
import { redactor } from '../../src/redaction.js'
import { http, negotiation, network, sse } from '../support/errors.js'
import { anySettings, httpSettings } from '../support/settings.js'

const context = { server: 'lab', redact: redactor(anySettings()) }

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
    [
      'a revision that the server does not offer',
      new SdkError(SdkErrorCode.EraNegotiationFailed, 'the server did not offer pinned protocol version 2026-07-28'),
      'unsupported',
      /knows no revision in common, or is no MCP server/,
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
    ['500', http(500), 'unreachable', /HTTP 500 \(.*\)$/],
    [
      'a closed connection',
      new SdkError(SdkErrorCode.ConnectionClosed, 'x'),
      'unreachable',
      /closed before the answer$/,
    ],
    [
      'an error of the server',
      new ProtocolError(-32_602, 'no such tool'),
      'protocol',
      /answered with error -32602: no such tool/,
    ],
    ['a need for input', new SdkError(SdkErrorCode.UnsupportedResultType, 'input'), 'protocol', /does not offer/],
    ['a refused connection', network('ECONNREFUSED'), 'not-connected', /nothing was sent/],
    ['a reset connection', network('ECONNRESET'), 'unreachable', /broke before the answer \(.*\)$/],
    ['a page in place of the answer', new SyntaxError('Unexpected token <'), 'protocol', /is not JSON: Unexpected/],
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

describe('why a call gave no result', () => {
  const own = (code: McpClientCode): Error => clientError(code, { server: 'lab', message: 'x' })
  const unread = new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'Unexpected content type: text/html')

  test.each<[string, unknown]>([
    ['500', http(500)],
    ['a closed connection', new SdkError(SdkErrorCode.ConnectionClosed, 'x')],
    ['a reset connection', network('ECONNRESET')],
    ['an answer that is no JSON', new SyntaxError('Unexpected token <')],
    ['an answer of another type', unread],
    ['an answer that broke off', new TypeError('terminated', { cause: new Error('incorrect header check') })],
    ['a stream that ended', own('unreachable')],
    ['an answer that was too large', own('protocol')],
  ])('%s: it may have run', (_, error) => {
    const { code, message } = callFailure(error, context)
    expect({ code, message }).toEqual({
      code: 'outcome-unknown',
      message: expect.stringMatching(/^lab: .+; the outcome is unknown, and the call is not sent again$/),
    })
  })

  test.each<[string, unknown, string]>([
    ['a refusal', http(400), 'protocol'],
    ['a refused authorization', http(401), 'auth-required'],
    ['an error of the server', new ProtocolError(-32_602, 'no such tool'), 'protocol'],
    ['a need for input', new SdkError(SdkErrorCode.UnsupportedResultType, 'input'), 'protocol'],
    ['a refused connection', network('ECONNREFUSED'), 'not-connected'],
    ['no connection', own('not-connected'), 'not-connected'],
    ['an abort', own('aborted'), 'aborted'],
  ])('%s: it did not run, or its outcome is known', (_, error, code) => {
    expect(callFailure(error, context).code).toBe(code)
  })
})

describe('an error of ours', () => {
  const redact = redactor(anySettings({ env: { TOKEN: 'hunter2-hunter2' } }))

  test('is cleaned like those of others, its cause too', () => {
    const cause = Object.assign(new Error('spawn hunter2-hunter2 ENOENT'), {
      code: 'ENOENT',
      spawnargs: ['hunter2-hunter2'],
    })
    const error = clientError('start-failed', { server: 'lab', message: 'no hunter2-hunter2', cause })
    for (const failure of [connectFailure, requestFailure, callFailure].map((read) =>
      read(error, { server: 'lab', redact }),
    )) {
      expect(failure).toMatchObject({ code: 'start-failed', server: 'lab', message: 'lab: no [redacted]' })
      expect(failure.cause).toEqual(Object.assign(new Error('spawn [redacted] ENOENT'), { code: 'ENOENT' }))
    }
  })

  test('that says that the caller cancelled keeps the reason that the caller gave', () => {
    const cause = { mine: 'hunter2-hunter2' }
    const error = clientError('aborted', { server: 'lab', message: 'it was cancelled', cause })
    expect(requestFailure(error, { server: 'lab', redact }).cause).toBe(cause)
  })
})
