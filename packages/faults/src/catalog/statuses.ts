import { faults, freePort } from '@harness-mcp/lab'

import type { Fault, Place } from '../fault.js'
import { BOTH_HTTP, HTTP, QUICK } from './wires.js'

const { emptyBody, errorWith, first, htmlAsJson, htmlPage, moved, nullId, on, redirect, status, truncatedJson } = faults
/** None of these is taken for a server of the older revisions. */
const notOld = { initialize: 0 }

/** What a server answers instead of what the protocol wants: statuses, pages, redirects. */
export const statuses: readonly Fault[] = [
  {
    name: 'answers 401',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', status(401, '', { 'www-authenticate': 'Bearer' })) },
    expect: { state: 'auth-required', code: 'auth-required', says: /401/, tools: 0, asked: notOld },
  },
  {
    name: 'answers 403',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', status(403, 'Forbidden')) },
    expect: { state: 'failed', code: 'unsupported', says: /403/, tools: 0, asked: notOld },
  },
  {
    name: 'answers 500',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', status(500, 'Internal Server Error')) },
    expect: { state: 'backoff', code: 'unreachable', says: /500/, tools: 0, asked: notOld },
  },
  {
    name: 'answers 503 and then works',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', first(1, status(503, 'Starting'))) },
    settings: QUICK,
    steps: [{ do: 'until', state: 'ready' }, { do: 'call' }],
    expect: {
      state: 'ready',
      outcomes: ['yes', 'ok'],
      states: ['connecting', 'backoff', 'connecting', 'ready'],
      tools: 1,
      asked: { 'server/discover': 2 },
    },
  },
  {
    name: 'answers 429',
    on: BOTH_HTTP,
    server: { fault: () => on('POST', status(429, 'Slow down', { 'retry-after': '60' })) },
    expect: { state: 'backoff', says: /429/, tools: 0 },
  },
  {
    name: 'answers the probe with 429 and then works',
    on: ['http 2026'],
    server: { fault: () => on('server/discover', first(1, status(429, 'Slow down'))) },
    settings: QUICK,
    steps: [{ do: 'until', state: 'ready' }],
    expect: {
      state: 'ready',
      era: 'modern',
      outcomes: ['yes'],
      tools: 1,
      asked: { 'server/discover': 2, initialize: 0 },
    },
  },
  {
    name: 'has another URL',
    on: BOTH_HTTP,
    server: { fault: () => status(404, 'Not found') },
    expect: { state: 'failed', code: 'unsupported', says: /404.*URL/s, tools: 0 },
  },
  ...[400, 404, 405, 406, 415].map((code): Fault => {
    return {
      name: `answers the probe with ${code}`,
      on: HTTP,
      server: { fault: () => on('server/discover', status(code, '<p>No.</p>', { 'content-type': 'text/html' })) },
      expect: { state: 'ready', era: 'legacy', tools: 1, asked: { initialize: 1 } },
    }
  }),
  {
    name: 'is not there',
    on: HTTP,
    server: { place: nobody },
    expect: { state: 'backoff', code: 'unreachable', says: /ECONNREFUSED/, tools: 0 },
  },
  {
    name: 'sends a page for people',
    on: BOTH_HTTP,
    server: { fault: ({ handshake }) => on(handshake, htmlPage) },
    expect: { state: 'backoff', says: /text\/html|JSON/i, tools: 0 },
  },
  {
    name: 'sends a page for people and calls it JSON',
    on: BOTH_HTTP,
    server: { fault: ({ handshake }) => on(handshake, htmlAsJson) },
    expect: { state: 'backoff', says: /JSON/i, tools: 0 },
  },
  {
    name: 'sends half a response',
    on: BOTH_HTTP,
    server: { fault: ({ handshake }) => on(handshake, truncatedJson) },
    expect: { state: 'backoff', says: /JSON/i, tools: 0 },
  },
  {
    name: 'answers nobody',
    on: BOTH_HTTP,
    server: { fault: ({ handshake }) => on(handshake, nullId) },
    settings: { connectTimeoutMs: 2_500 },
    expect: { state: 'backoff', says: /^(?!.*invalid_union)/s, tools: 0 },
  },
  {
    name: 'sends nothing',
    on: BOTH_HTTP,
    server: { fault: ({ handshake }) => on(handshake, emptyBody) },
    settings: { connectTimeoutMs: 2_500 },
    expect: { state: 'backoff', tools: 0 },
  },
  ...[
    { what: 'a page for people', fault: htmlPage },
    { what: 'half a response', fault: truncatedJson },
    { what: 'nothing', fault: emptyBody },
    { what: 'a response for nobody', fault: nullId },
    { what: '503', fault: status(503, 'Overloaded') },
  ].map(({ what, fault }): Fault => {
    return {
      name: `answers a call with ${what}`,
      on: BOTH_HTTP,
      server: { fault: () => on('tools/call', first(1, fault)) },
      settings: { toolCallTimeoutMs: 3_000 },
      steps: [{ do: 'call' }, { do: 'call' }],
      expect: { state: 'ready', outcomes: ['outcome-unknown|protocol', 'ok'], says: /^lab: [A-Za-z]/, tools: 1 },
    }
  }),
  ...[400, 404, 500].map((code): Fault => {
    const error = { code: -32_602, message: 'argument "session_name" is required' }
    return {
      name: `answers a call with an error and the status ${code}`,
      on: [...BOTH_HTTP, 'sse'],
      server: { fault: () => on('tools/call', first(1, errorWith(code, error))) },
      steps: [{ do: 'call' }, { do: 'call' }],
      expect: {
        state: 'ready',
        outcomes: ['protocol', 'ok'],
        says: /error -32602: argument "session_name" is required/,
        tools: 1,
        asked: { 'tools/call': 2, 'tools/list': 1 },
      },
    }
  }),
  {
    name: 'answers a call with 401',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', status(401)) },
    steps: [{ do: 'call' }],
    expect: { state: 'ready|auth-required', outcomes: ['auth-required'], says: /401/, tools: 1 },
  },
  {
    name: 'answers a call with 403',
    on: BOTH_HTTP,
    server: { fault: () => on('tools/call', status(403, 'Not yours')) },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], says: /403/, tools: 1 },
  },
  {
    name: 'redirects within its origin',
    on: BOTH_HTTP,
    server: { fault: () => moved },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['ok'], tools: 1 },
  },
  {
    name: 'redirects to another origin',
    on: ['http', 'http 2026', 'sse'],
    server: { fault: ({ stranger }) => redirect(`${stranger}/mcp`) },
    expect: { state: 'failed', says: /redirect/i, tools: 0 },
  },
  {
    name: 'redirects a call to another origin',
    on: BOTH_HTTP,
    server: { fault: ({ stranger }) => on('tools/call', redirect(`${stranger}/mcp`, 308)) },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown|protocol'], says: /redirect/i, tools: 1 },
  },
]

/** A place where nobody listens: a port that was free a moment ago. */
async function nobody(): Promise<Place> {
  return { url: `http://127.0.0.1:${await freePort()}/mcp`, close: () => Promise.resolve() }
}
