import type { Fault } from '../fault.js'
import { BOTH_STDIO, EVERY, OLD, ONE_OF_EACH, QUICK, STDIO } from './wires.js'

const HANGING = ['--hang-call', '--progress-every', '20']
const say = (message: unknown) => ['--interject', typeof message === 'string' ? message : JSON.stringify(message)]
const fine = { state: 'ready', outcomes: ['ok', 'ok'], tools: 1 } as const
const CALLS = [{ do: 'call' }, { do: 'call' }] as const
const read = { do: 'read', method: 'resources/list' } as const
const MB = 1_048_576

/** What happens in the middle of a call, and what a server says beside its answer. */
export const calls: readonly Fault[] = [
  {
    name: 'is killed in the middle of a call',
    on: BOTH_STDIO,
    server: { switches: ['--kill-on-call'] },
    settings: QUICK,
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown', 'yes'], tools: 1, spawns: 2, asked: { 'tools/call': 1 } },
  },
  {
    name: 'is gone after a call',
    on: STDIO,
    server: { switches: ['--exit-on-call'] },
    steps: CALLS,
    expect: {
      state: 'backoff',
      outcomes: ['outcome-unknown', 'not-connected'],
      says: /exited with code 1/,
      tools: 1,
      spawns: 1,
      asked: { 'tools/call': 1 },
    },
  },
  {
    name: 'is in a call that the caller cancels',
    on: EVERY,
    server: { switches: HANGING },
    steps: [{ do: 'call', abort: true }, read],
    expect: { state: 'ready', outcomes: ['aborted', 'ok'], tools: 1, asked: { 'cancelled tools/call': 1 } },
  },
  {
    name: 'never answers a call',
    on: EVERY,
    server: { switches: ['--hang-call'] },
    settings: { toolCallTimeoutMs: 400 },
    steps: [{ do: 'call' }, read],
    expect: {
      state: 'ready',
      outcomes: ['timeout', 'ok'],
      says: /toolCallTimeoutMs/,
      tools: 1,
      asked: { 'cancelled tools/call': 1 },
    },
  },
  {
    name: 'answers a call after nobody waits any more',
    on: ONE_OF_EACH,
    server: { switches: ['--slow-call', '1200'], result: { content: [{ type: 'text', text: 'x'.repeat(MB) }] } },
    settings: { toolCallTimeoutMs: 400 },
    steps: [{ do: 'call' }, { do: 'watch', ms: 1_200 }, read],
    expect: { state: 'ready', outcomes: ['timeout', 'quiet', 'ok'], tools: 1, warnings: [] },
  },
  {
    name: 'reports progress for ever',
    on: ONE_OF_EACH,
    server: { switches: HANGING },
    settings: { toolCallTimeoutMs: 1_500, maxTotalTimeoutMs: 3_000 },
    steps: [{ do: 'call' }, read],
    expect: { state: 'ready', outcomes: ['timeout', 'ok'], says: /maxTotalTimeoutMs/, tools: 1 },
  },
  {
    name: 'sends 11 MB in one message',
    on: ['stdio', 'http', 'http 2026', 'sse'],
    server: { result: { content: [{ type: 'text', text: 'x'.repeat(11 * MB) }] } },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['ok'], tools: 1 },
  },
  {
    name: 'sends more than is taken',
    on: ['stdio', 'http', 'http 2026', 'sse'],
    server: { result: { content: [{ type: 'text', text: 'x'.repeat(2 * MB) }] } },
    settings: { maxMessageBytes: MB },
    steps: [{ do: 'call' }],
    expect: {
      state: 'ready',
      outcomes: ['outcome-unknown|protocol'],
      says: /maxMessageBytes \(1048576\)/,
      tools: 1,
      asked: { 'tools/call': 1 },
    },
    // One stream for everything cannot be trusted after it.
    expectOn: { stdio: { state: 'backoff' }, sse: { state: 'backoff' } },
  },
  {
    name: 'sends an error that answers nobody',
    on: OLD,
    server: { switches: say({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } }) },
    steps: CALLS,
    expect: fine,
  },
  {
    name: 'answers what was never asked',
    on: EVERY,
    server: { switches: say({ jsonrpc: '2.0', id: 99_999, result: { content: [] } }) },
    steps: CALLS,
    expect: fine,
  },
  { name: 'answers everything twice', on: EVERY, server: { switches: ['--answer-twice'] }, steps: CALLS, expect: fine },
  {
    name: 'asks for what nobody offers',
    on: EVERY,
    server: {
      switches: ['sampling/createMessage', 'elicitation/create', 'roots/list', 'ping', 'no/such'].flatMap(
        (method, id) => say({ jsonrpc: '2.0', id, method, params: {} }),
      ),
    },
    steps: CALLS,
    expect: fine,
  },
  {
    name: 'writes JSON that is no message',
    on: OLD,
    server: { switches: ['{"hello":1}', '[1,2]', 'null', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":'].flatMap(say) },
    steps: CALLS,
    expect: fine,
    expectOn: { stdio: { ...fine, warnings: [/standard output/] } },
  },
  {
    name: 'notifies of nonsense',
    on: EVERY,
    server: {
      switches: [
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'none', progress: 'much' } },
        { jsonrpc: '2.0', method: 'notifications/progress', params: 7 },
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'loud' } },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
        { jsonrpc: '2.0', method: 'no/such' },
      ].flatMap(say),
    },
    steps: CALLS,
    expect: fine,
  },
  {
    name: 'answers a call with an error',
    on: ONE_OF_EACH,
    server: { switches: ['--script', '{"tools/call":{"error":{"code":-32603,"message":"disk full"}}}'] },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], says: /-32603: .*disk full/, tools: 1 },
  },
  {
    name: 'answers a call with an error that is none',
    on: ONE_OF_EACH,
    server: { switches: ['--script', '{"tools/call":{"error":{"code":"E_DISK","message":{"text":"full"}}}}'] },
    settings: { toolCallTimeoutMs: 3_000 },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], tools: 1 },
  },
  {
    name: 'does not know a tool that it listed',
    on: STDIO,
    server: { result: { content: [{ type: 'text', text: 'Tool echo not found' }], isError: true } },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['tool-error'], says: /not found/, tools: 1 },
  },
  {
    name: 'is asked for a reconnection three times during backoff',
    on: STDIO,
    server: { switches: ['--exit-on-call'] },
    steps: [{ do: 'call' }, { do: 'until', state: 'backoff' }, { do: 'reconnect', times: 3 }, { do: 'watch', ms: 400 }],
    expect: {
      state: 'ready',
      outcomes: ['outcome-unknown', 'yes', 'ready', 'quiet'],
      states: ['connecting', 'ready', 'backoff', 'connecting', 'ready'],
      tools: 1,
      spawns: 2,
    },
  },
  {
    name: 'is closed during backoff',
    on: STDIO,
    server: { switches: ['--exit-on-call'] },
    settings: { reconnect: { initialDelayMs: 300, maxDelayMs: 300 } },
    steps: [{ do: 'call' }, { do: 'until', state: 'backoff' }, { do: 'close' }, { do: 'watch', ms: 600 }],
    expect: {
      state: 'closed',
      outcomes: ['outcome-unknown', 'yes', 'closed', 'quiet'],
      states: ['connecting', 'ready', 'backoff', 'closed'],
      tools: 0,
      spawns: 1,
    },
  },
  {
    name: 'is lost and not to be connected again',
    on: STDIO,
    server: { switches: ['--exit-on-call'] },
    settings: { reconnect: { enabled: false } },
    steps: [{ do: 'call' }, { do: 'until', state: 'failed' }],
    expect: { state: 'failed', outcomes: ['outcome-unknown', 'yes'], says: /exited with code 1/, tools: 1, spawns: 1 },
  },
]
