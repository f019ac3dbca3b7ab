import { describe, expect, test } from 'vitest'

import { clientError, type McpClientCode } from '../../src/errors.js'
import { type End, whatNext } from '../../src/lifecycle/next.js'

const settings = { enabled: true, initialDelayMs: 500, maxDelayMs: 30_000, maxAttempts: 3 }
const notOpened = (code: McpClientCode): End => ({ kind: 'not-opened', error: clientError(code, { message: 'why' }) })
const lost = (livedMs: number, code: McpClientCode = 'unreachable', served = false): End => ({
  kind: 'lost',
  error: clientError(code, { message: 'why' }),
  livedMs,
  served,
})

describe('whatNext', () => {
  test.each<[string, End, number, object]>([
    [
      'the first failed attempt',
      notOpened('unreachable'),
      0,
      { state: 'backoff', failures: 1, keepTools: true, reason: 'why' },
    ],
    ['the last attempt that is left', notOpened('unreachable'), 2, { state: 'backoff', failures: 3 }],
    [
      'one attempt too many',
      notOpened('unreachable'),
      3,
      { state: 'failed', failures: 4, keepTools: false, reason: 'why; gave up after 3 new attempts' },
    ],
    ['a short connection uses the budget', lost(30_000), 2, { state: 'backoff', failures: 3 }],
    ['a short connection too many', lost(100), 3, { state: 'failed', keepTools: false }],
    ['a connection that lasted restores the budget', lost(30_001), 3, { state: 'backoff', failures: 1 }],
    ['the first session that expired', lost(5, 'session-expired'), 0, { state: 'connecting', failures: 1 }],
    ['a second one that was good for nothing', lost(5, 'session-expired'), 1, { state: 'backoff', failures: 2 }],
    ['one that was good for a request', lost(5, 'session-expired', true), 3, { state: 'connecting', failures: 1 }],
    ['a process that was good for a request and died', lost(5, 'unreachable', true), 2, { failures: 3 }],
    ['asked for', { kind: 'asked' }, 3, { state: 'connecting', failures: 0 }],
    ['authorization', notOpened('auth-required'), 0, { state: 'auth-required', keepTools: true }],
    ['authorization, the budget being used up', notOpened('auth-required'), 99, { state: 'auth-required' }],
    [
      'a command that is not found',
      notOpened('start-failed'),
      0,
      { state: 'failed', failures: 1, keepTools: false, reason: 'why' },
    ],
    ['a wrong URL', notOpened('unsupported'), 0, { state: 'failed', keepTools: false }],
    ['an invalid list', notOpened('invalid-list'), 0, { state: 'failed', keepTools: false }],
    ['a name that is taken', notOpened('name-conflict'), 0, { state: 'failed', keepTools: false }],
    ['a process that cannot be ended', notOpened('undead'), 0, { state: 'failed', keepTools: false }],
    ['a wrong configuration', notOpened('invalid-config'), 0, { state: 'failed', keepTools: false }],
    ['a timeout', notOpened('timeout'), 0, { state: 'backoff' }],
    ['an answer that makes no sense', notOpened('protocol'), 0, { state: 'backoff' }],
    ['a call whose outcome is unknown', lost(1, 'outcome-unknown'), 0, { state: 'backoff' }],
  ])('%s', (_, end, before, expected) => {
    expect(whatNext(end, before, settings)).toMatchObject(expected)
  })

  test.each<[string, End, object]>([
    [
      'a lost connection is failed, its tools kept',
      lost(100_000),
      { state: 'failed', keepTools: true, reason: 'why; reconnect.enabled is false' },
    ],
    ['a later attempt that fails keeps them too', notOpened('unreachable'), { state: 'failed', keepTools: true }],
    ['a final reason stays the reason', notOpened('start-failed'), { state: 'failed', reason: 'why', keepTools: true }],
    ['authorization still waits for a person', notOpened('auth-required'), { state: 'auth-required' }],
    ['asked for is asked for', { kind: 'asked' }, { state: 'connecting' }],
  ])('without reconnect: %s', (_, end, expected) => {
    expect(whatNext(end, 0, { ...settings, enabled: false })).toMatchObject(expected)
  })
})
