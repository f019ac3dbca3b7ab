import { faults } from '@harness-mcp/lab'

import type { Fault } from '../fault.js'
import { QUICK, SSE } from './wires.js'

const { brokenConnection, endpointAt, first, hang, htmlPage, noEndpoint, on, restart, status, swallowed } = faults
const tooLate = { state: 'backoff', code: 'unreachable', says: /connectTimeoutMs \(1000 ms\)/, tools: 0 } as const

/** What goes wrong with the two halves of HTTP+SSE. */
export const sse: readonly Fault[] = [
  {
    name: 'never names its endpoint',
    on: SSE,
    server: { fault: () => on('GET', noEndpoint) },
    settings: { connectTimeoutMs: 1_000 },
    expect: tooLate,
  },
  {
    name: 'never opens its stream',
    on: SSE,
    server: { fault: () => on('GET', hang) },
    settings: { connectTimeoutMs: 1_000 },
    expect: tooLate,
  },
  {
    name: 'never names its endpoint, and the caller gives up',
    on: SSE,
    server: { fault: () => on('GET', noEndpoint) },
    start: 'aborted',
    expect: { state: 'rejected', code: 'aborted' },
  },
  {
    name: 'names an endpoint of another origin',
    on: SSE,
    server: { fault: ({ stranger }) => on('GET', endpointAt(`${stranger}/messages`)) },
    settings: { connectTimeoutMs: 2_000 },
    expect: { state: 'backoff|failed', says: /origin|endpoint/i, tools: 0 },
  },
  {
    name: 'answers the stream with 401',
    on: SSE,
    server: { fault: () => on('GET', status(401)) },
    expect: { state: 'auth-required', code: 'auth-required', tools: 0 },
  },
  {
    name: 'answers the stream with 403',
    on: SSE,
    server: { fault: () => on('GET', status(403)) },
    expect: { state: 'failed', code: 'unsupported', says: /403/, tools: 0 },
  },
  {
    name: 'answers the stream with 404',
    on: SSE,
    server: { fault: () => on('GET', status(404)) },
    expect: { state: 'failed', code: 'unsupported', says: /404/, tools: 0 },
  },
  {
    name: 'answers the stream with 503 and then works',
    on: SSE,
    server: { fault: () => on('GET', first(1, status(503))) },
    settings: QUICK,
    steps: [{ do: 'until', state: 'ready' }, { do: 'call' }],
    expect: {
      state: 'ready',
      outcomes: ['yes', 'ok'],
      states: ['connecting', 'backoff', 'connecting', 'ready'],
      tools: 1,
    },
  },
  {
    name: 'answers the stream with a page for people',
    on: SSE,
    server: { fault: () => on('GET', htmlPage) },
    settings: { connectTimeoutMs: 2_000 },
    expect: { state: 'backoff|failed', tools: 0 },
  },
  {
    name: 'is restarted in the middle of a call',
    on: SSE,
    server: { fault: () => on('tools/call', first(1, restart)) },
    settings: QUICK,
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }, { do: 'call' }],
    expect: {
      state: 'ready',
      outcomes: ['outcome-unknown', 'yes', 'ok'],
      tools: 1,
      asked: { initialize: 2, 'tools/call': 2, 'refused tools/call': 0 },
    },
  },
  {
    name: 'answers a posted call with 500',
    on: SSE,
    server: { fault: () => on('tools/call', first(1, status(500, 'Oops'))) },
    steps: [{ do: 'call' }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown', 'ok'], says: /500/, tools: 1 },
  },
  ...[status(404, 'Could not find session'), status(400, 'No transport found for sessionId')].map(
    (fault, index): Fault => ({
      name: `no longer knows the session of a posted call, and says so with ${index === 0 ? 404 : 400}`,
      on: SSE,
      server: { fault: () => on('tools/call', first(1, fault)) },
      steps: [{ do: 'call' }, { do: 'call' }],
      expect: { state: 'ready', outcomes: ['ok', 'ok'], tools: 1, asked: { initialize: 2, 'tools/call': 3 } },
    }),
  ),
  {
    name: 'breaks the connection of a posted call',
    on: SSE,
    server: { fault: () => on('tools/call', first(1, brokenConnection)) },
    settings: QUICK,
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown', 'yes', 'ok'], tools: 1, asked: { 'tools/call': 2 } },
  },
  {
    name: 'takes a call and drops it',
    on: SSE,
    server: { fault: () => on('tools/call', first(1, swallowed)) },
    settings: { toolCallTimeoutMs: 400 },
    steps: [{ do: 'call' }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['timeout', 'ok'], tools: 1 },
  },
]
