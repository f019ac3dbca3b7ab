import { faults } from '@harness-mcp/lab'

import type { Fault } from '../fault.js'
import { list, tool } from './tools.js'
import { BOTH_HTTP, HTTP } from './wires.js'

const { all, brokenConnection, brokenStream, drip, drippedEvent, droppedNotifications, endedStream, endlessBody } =
  faults
const { first, forgottenSession, hang, hugeBody, hugeEvent, lostStream, on, refusedSession, restart } = faults
const { resumableStream, status, swallowed, unendedStream } = faults

const MB = 1_048_576
const unknownThenFine = { state: 'ready', outcomes: ['outcome-unknown', 'ok'], tools: 1 } as const
const CALLS = [{ do: 'call' }, { do: 'call' }] as const
const renewed = { state: 'ready', outcomes: ['ok', 'ok'], tools: 1, asked: { initialize: 2 } } as const
/** What is announced on the notification stream is seen only while that is open. */
const changing = {
  tools: list(tool('echo')),
  toolsAfter: list(tool('late')),
  switches: ['--change-on-call'],
}

/** What happens to the sessions, streams and bodies of Streamable HTTP. */
export const streams: readonly Fault[] = [
  {
    name: 'forgets a session and answers 404',
    on: HTTP,
    server: { fault: () => on('tools/call', first(1, forgottenSession)) },
    steps: CALLS,
    expect: { ...renewed, asked: { initialize: 2, 'tools/call': 2 } },
  },
  ...['Bad Request: No valid session ID provided', 'Session not found', 'Invalid session ID'].map((words): Fault => {
    return {
      name: `forgets a session and answers 400, "${words}"`,
      on: HTTP,
      server: { fault: () => on('tools/call', first(1, refusedSession(words))) },
      steps: CALLS,
      expect: renewed,
    }
  }),
  {
    name: 'forgets every session at every call',
    on: HTTP,
    server: { fault: () => on('tools/call', forgottenSession) },
    steps: [{ do: 'call' }, { do: 'watch', ms: 600 }],
    expect: { state: 'ready|backoff', tools: 1, asked: { initialize: { atMost: 3 }, 'tools/call': 0 } },
  },
  {
    name: 'is restarted in the middle of a call',
    on: HTTP,
    server: { fault: () => on('tools/call', first(1, restart)) },
    settings: { reconnect: { initialDelayMs: 20, maxDelayMs: 40 } },
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }, { do: 'call' }],
    expect: { state: 'ready', tools: 1, asked: { initialize: 2, 'tools/call': 2 } },
  },
  {
    name: 'ends a session on close',
    on: HTTP,
    expect: { state: 'ready', tools: 1, asked: { DELETE: 1 } },
  },
  {
    name: 'hangs when a session is ended',
    on: HTTP,
    server: { fault: () => on('DELETE', hang) },
    expect: { state: 'ready', tools: 1, asked: { DELETE: 1 } },
  },
  {
    name: 'does not let a session be ended',
    on: HTTP,
    server: { fault: () => on('DELETE', status(405)) },
    expect: { state: 'ready', tools: 1 },
  },
  {
    name: 'has no notification stream',
    on: HTTP,
    server: { fault: () => on('GET', status(405)) },
    steps: CALLS,
    expect: { state: 'ready', outcomes: ['ok', 'ok'], tools: 1, warnings: [] },
  },
  {
    name: 'fails at first to open a notification stream',
    on: HTTP,
    server: { ...changing, fault: () => on('GET', first(1, status(500))) },
    steps: [{ do: 'watch', ms: 3_000 }, { do: 'call' }, { do: 'until', tool: 'late' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok', 'yes'], tools: ['late'] },
  },
  {
    name: 'refuses the first notification stream with 404',
    on: HTTP,
    server: { ...changing, fault: () => on('GET', first(1, status(404))) },
    steps: [{ do: 'watch', ms: 3_000 }, { do: 'call' }, { do: 'until', tool: 'late' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok', 'yes'], tools: ['late'] },
  },
  {
    name: 'asks for authorization at the notification stream',
    on: HTTP,
    server: { fault: () => on('GET', status(401)) },
    steps: [{ do: 'until', state: 'auth-required' }],
    expect: { state: 'auth-required', code: 'auth-required', says: /401/, outcomes: ['yes'] },
  },
  {
    name: 'accepts a call (202) and never answers it',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', first(1, swallowed)) },
    settings: { toolCallTimeoutMs: 5_000 },
    steps: CALLS,
    expect: { ...unknownThenFine, says: /HTTP 202/, asked: { 'tools/call': 2 } },
  },
  {
    name: 'drops a notification stream and fails twice to open it again',
    on: HTTP,
    server: {
      ...changing,
      fault: () => all(on('GET', first(1, droppedNotifications)), on('GET', first(2, status(500)))),
    },
    steps: [{ do: 'watch', ms: 9_500 }, { do: 'call' }, { do: 'until', tool: 'late' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok', 'yes'], tools: ['late'] },
  },
  {
    name: 'drops a notification stream',
    on: HTTP,
    server: { ...changing, fault: () => on('GET', first(1, droppedNotifications)) },
    steps: [{ do: 'watch', ms: 2_500 }, { do: 'call' }, { do: 'until', tool: 'late' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok', 'yes'], tools: ['late'] },
  },
  {
    name: 'drops every notification stream as it opens',
    on: HTTP,
    server: { fault: () => on('GET', droppedNotifications) },
    steps: [{ do: 'watch', ms: 4_500 }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok'], tools: 1, asked: { 'opened notifications': { atMost: 4 } } },
  },
  ...[
    { how: 'ends', fault: endedStream },
    { how: 'breaks', fault: brokenStream },
  ].map(({ how, fault }): Fault => {
    return {
      name: `${how} a response stream without the response`,
      on: BOTH_HTTP,
      server: { fault: () => on('tools/call', first(1, fault)) },
      settings: { toolCallTimeoutMs: 5_000 },
      steps: CALLS,
      expect: { ...unknownThenFine, asked: { 'tools/call': 2 } },
    }
  }),
  {
    name: 'breaks the connection of a call',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', first(1, brokenConnection)) },
    settings: { reconnect: { initialDelayMs: 20, maxDelayMs: 40 } },
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown', 'yes', 'ok'], tools: 1, asked: { 'tools/call': 2 } },
  },
  {
    name: 'ends a response stream, and resumes it when asked',
    on: HTTP,
    server: { fault: () => resumableStream('tools/call', { content: [{ type: 'text', text: 'resumed' }] }) },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['ok'], tools: 1, asked: { 'tools/call': 1, resumed: 1 } },
  },
  {
    name: 'ends a response stream, and cannot resume it',
    on: HTTP,
    server: { fault: () => lostStream('tools/call') },
    settings: { toolCallTimeoutMs: 5_000 },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown'], tools: 1, asked: { 'tools/call': 1 } },
  },
  {
    name: 'leaves a response stream open',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', unendedStream) },
    steps: CALLS,
    expect: { state: 'ready', outcomes: ['ok', 'ok'], tools: 1 },
  },
  {
    name: 'sends an event byte by byte',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', drippedEvent) },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['ok'], tools: 1 },
  },
  {
    name: 'drips a body that never ends',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', first(1, drip)) },
    settings: { toolCallTimeoutMs: 600 },
    steps: CALLS,
    expect: { state: 'ready', outcomes: ['timeout', 'ok'], tools: 1 },
  },
  ...[
    { what: 'a body', fault: hugeBody(2 * MB) },
    { what: 'an event', fault: hugeEvent(2 * MB) },
    { what: 'a body without end', fault: endlessBody },
  ].map(({ what, fault }): Fault => {
    return {
      name: `sends ${what} over the limit`,
      on: BOTH_HTTP,
      server: { fault: () => on('tools/call', first(1, fault)) },
      settings: { maxMessageBytes: MB, toolCallTimeoutMs: 5_000 },
      steps: [{ do: 'call' }],
      expect: { state: 'ready', outcomes: ['outcome-unknown|protocol'], says: /maxMessageBytes \(1048576\)/, tools: 1 },
    }
  }),
  {
    name: 'does not answer the first request',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', hang) },
    settings: { connectTimeoutMs: 1_500 },
    expect: { state: 'backoff', says: /1500 ms|timed? ?out/i, tools: 0, asked: { initialize: 0 } },
  },
  {
    name: 'does not answer, and the caller gives up',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', hang) },
    start: 'aborted',
    expect: { state: 'rejected', code: 'aborted' },
  },
  {
    name: 'drips the first response for ever',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', drip) },
    settings: { connectTimeoutMs: 1_500 },
    expect: { state: 'backoff', says: /1500 ms|timed? ?out/i, tools: 0 },
  },
]
