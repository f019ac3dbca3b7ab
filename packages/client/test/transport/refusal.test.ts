import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'

import { httpRefusal, readRefusal } from '../../src/transport/refusal.js'
import { http } from '../support/errors.js'

const CALL: JSONRPCMessage = { jsonrpc: '2.0', id: 7, method: 'tools/call' }
const PROBE: JSONRPCMessage = { jsonrpc: '2.0', id: 'server-discover-probe-1', method: 'server/discover' }
const INITIALIZE: JSONRPCMessage = { jsonrpc: '2.0', id: 0, method: 'initialize' }

function answer(id: unknown, error: unknown = { code: -32_602, message: 'no' }): object {
  return { jsonrpc: '2.0', id, error }
}

function posted(status: number, body: string): Error {
  return new Error(`Error POSTing to endpoint (HTTP ${status}): ${body}`)
}

describe('the body of a refusal', () => {
  test.each([400, 403, 404, 422, 429, 500, 503])('of status %d is the answer when it names the request', (status) => {
    const body = JSON.stringify(answer(7))
    for (const error of [http(status, body), posted(status, body)])
      expect(readRefusal(error, CALL)).toEqual({ kind: 'answer', message: answer(7) })
  })

  test('is the answer when the server makes a text of the number', () => {
    expect(readRefusal(http(500, JSON.stringify(answer('7'))), CALL)).toMatchObject({ kind: 'answer' })
  })

  test.each([
    ['names nobody', answer(null)],
    ['names another request', answer(8)],
    ['has no id', { jsonrpc: '2.0', error: { code: -32_000, message: 'no' } }],
    ['is a result', { jsonrpc: '2.0', id: 7, result: {} }],
    ['is a request', { jsonrpc: '2.0', id: 7, method: 'ping' }],
    ['is a list', [answer(7)]],
    ['is null', null],
  ])('that %s is none', (_, body) => {
    const error = http(400, JSON.stringify(body))
    expect(readRefusal(error, CALL)).toEqual({ kind: 'failure', error })
  })

  test('that is no JSON is none', () => {
    const error = http(404, '<p>Not found</p>')
    expect(readRefusal(error, CALL)).toEqual({ kind: 'failure', error })
  })

  test('is not read where the status asks for authorization', () => {
    expect(readRefusal(http(401, JSON.stringify(answer(7))), CALL)).toMatchObject({ kind: 'failure' })
  })

  test('is not read where a server says with the code of the SDKs that it does not know the session', () => {
    const body = JSON.stringify(answer(7, { code: -32_001, message: 'Session not found' }))
    expect(readRefusal(http(404, body), CALL)).toMatchObject({ kind: 'failure' })
    expect(readRefusal(http(400, body), CALL)).toMatchObject({ kind: 'answer' })
  })

  test('may have anything in place of the error', () => {
    for (const error of [null, 7, 'broken', []])
      expect(readRefusal(http(404, JSON.stringify(answer(7, error))), CALL)).toMatchObject({ kind: 'answer' })
  })

  test('of a notification, or of no refusal at all, is nobody’s answer', () => {
    const error = http(400, JSON.stringify(answer(7)))
    expect(readRefusal(error, { jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({
      kind: 'failure',
      error,
    })
    expect(readRefusal('broken', CALL)).toEqual({ kind: 'failure', error: 'broken' })
  })
})

describe('the handshake', () => {
  test.each([400, 404, 405, 406, 415, 422])('has a server of older revisions in a probe that gets %d', (status) => {
    for (const error of [http(status, '<p>No.</p>'), posted(status, '<p>No.</p>')])
      expect(readRefusal(error, PROBE)).toEqual({
        kind: 'answer',
        message: answer(PROBE.id, { code: -32_601, message: 'Method not found' }),
      })
  })

  test('takes what the body says of the revision, whomever it names', () => {
    const error = { code: -32_022, message: 'no', data: { supported: ['2026-07-28'] } }
    expect(readRefusal(http(400, JSON.stringify(answer(null, error))), PROBE)).toEqual({
      kind: 'answer',
      message: answer(PROBE.id, error),
    })
  })

  test.each([307, 401, 402, 403, 407, 408, 409, 410, 425, 429, 451, 500, 503])(
    'learns nothing of the revision from %d',
    (status) => {
      for (const error of [http(status, JSON.stringify(answer(PROBE.id))), posted(status, 'no')]) {
        const refused = readRefusal(error, PROBE)
        expect(refused).toEqual({ kind: 'failure', error: expect.objectContaining({ cause: error }) })
      }
    },
  )

  test.each([403, 429, 500, 503])('is not refused by a body of status %d', (status) => {
    expect(readRefusal(http(status, JSON.stringify(answer(0))), INITIALIZE)).toMatchObject({ kind: 'failure' })
    expect(readRefusal(http(400, JSON.stringify(answer(0))), INITIALIZE)).toMatchObject({ kind: 'answer' })
  })
})

test('a refusal is read from what either transport makes of it', () => {
  expect(httpRefusal(http(404, 'gone'))).toMatchObject({ status: 404, body: 'gone' })
  expect(httpRefusal(posted(404, 'two\nlines'))).toMatchObject({ status: 404, body: 'two\nlines' })
  expect(httpRefusal(new Error('odd'))).toBeUndefined()
})
