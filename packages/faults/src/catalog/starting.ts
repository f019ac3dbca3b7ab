import type { Fault } from '../fault.js'
import { SECRET } from '../secret.js'
import { BOTH_STDIO, QUICK, STDIO } from './wires.js'

const MUTE = ['--silent-on-unknown', '--script', '{"initialize":"silent","server/discover":"silent"}']

/** What goes wrong with a server's process before it serves, and how it ends. */
export const starting: readonly Fault[] = [
  {
    name: 'exits at once',
    on: STDIO,
    server: { switches: ['--exit-at-once', '3', '--stderr', 'no licence'] },
    expect: { state: 'backoff', code: 'unreachable', says: /exited with code 3.*no licence/s, tools: 0 },
  },
  {
    name: 'exits during the handshake',
    on: STDIO,
    server: { switches: ['--script', '{"initialize":"exit"}'] },
    expect: { state: 'backoff', code: 'unreachable', says: /exited with code 1/, tools: 0 },
  },
  {
    name: 'writes 1 MB to standard error and exits',
    on: STDIO,
    server: { switches: ['--stderr-flood', '1048576', '--exit-on-unknown', '--script', '{"initialize":"exit"}'] },
    expect: { state: 'backoff', says: /exited with code 1.*flood 16384 \.+/s },
  },
  {
    name: 'writes 1 MB to standard error before it answers',
    on: BOTH_STDIO,
    server: { switches: ['--stderr-flood', '1048576'] },
    expect: { state: 'ready', tools: 1, spawns: 1, warnings: [] },
  },
  {
    name: 'prints a banner on standard output',
    on: BOTH_STDIO,
    server: { switches: ['--banner'] },
    expect: { state: 'ready', tools: 1, spawns: 1, warnings: [/standard output/] },
  },
  {
    name: 'repeats a configured secret',
    on: STDIO,
    server: { switches: ['--exit-at-once', '1', '--stderr', `bad key ${SECRET}`] },
    expect: { state: 'backoff', says: /bad key \[redacted\]/ },
  },
  {
    name: 'repeats a configured secret on a line that is cut',
    on: STDIO,
    server: { switches: ['--exit-at-once', '1', '--stderr', `bad key ${SECRET} ${'.'.repeat(1_520)}`] },
    expect: { state: 'backoff', says: /ends with:\n ?key \[redacted\] \.+/ },
  },
  {
    name: 'looks for a secret in its environment',
    on: STDIO,
    server: {
      place: () => {
        const look = 'process.stderr.write(`found ${typeof process.env.LAB_HOST_TOKEN}`); process.exitCode = 1'
        return Promise.resolve({ command: process.execPath, args: ['-e', look] })
      },
    },
    expect: { state: 'backoff', says: /found undefined/ },
  },
  {
    name: 'is the grandchild of a launcher',
    on: STDIO,
    server: { files: ['grandchild'] },
    expect: { state: 'ready', tools: 1, spawns: 1 },
  },
  {
    name: 'ignores SIGTERM, and so does its grandchild',
    on: STDIO,
    server: { files: ['grandchild'], switches: ['--ignore-sigterm'] },
    expect: { state: 'ready', tools: 1, spawns: 1 },
  },
  {
    name: 'is connected twice at once',
    on: STDIO,
    start: 'twice',
    expect: { state: 'ready', tools: 1, spawns: 1 },
  },
  {
    name: 'never answers',
    on: STDIO,
    server: { switches: MUTE },
    settings: { connectTimeoutMs: 2_500 },
    expect: { state: 'backoff', code: 'unreachable', says: /connectTimeoutMs \(2500 ms\)/, tools: 0, spawns: 1 },
  },
  {
    name: 'never answers, and the caller gives up',
    on: STDIO,
    server: { switches: MUTE },
    start: 'aborted',
    expect: { state: 'rejected', code: 'aborted', spawns: 1 },
  },
  {
    name: 'never comes up, until nobody tries any more',
    on: STDIO,
    server: { switches: ['--exit-at-once', '1'] },
    settings: { reconnect: { initialDelayMs: 1, maxDelayMs: 2, maxAttempts: 2 } },
    steps: [{ do: 'until', state: 'failed' }],
    expect: { state: 'failed', outcomes: ['yes'], says: /gave up after 2/, tools: 0 },
  },
  {
    name: 'has no command',
    on: STDIO,
    server: { place: () => Promise.resolve({ command: 'no-such-program', args: [] }) },
    expect: { state: 'failed', code: 'start-failed', says: /"no-such-program" was not found on PATH/, tools: 0 },
  },
  {
    name: 'has no working directory',
    on: STDIO,
    server: { place: () => Promise.resolve({ command: process.execPath, args: [], cwd: '/no/such/folder' }) },
    expect: { state: 'failed', code: 'start-failed', says: /folder \/no\/such\/folder \(cwd\) does not exist/ },
  },
  {
    name: 'closes its standard input and lives on',
    on: STDIO,
    server: { switches: ['--deafen-on-call'] },
    settings: { toolCallTimeoutMs: 600 },
    steps: [{ do: 'call' }, { do: 'until', state: 'backoff' }],
    expect: { state: 'backoff', outcomes: ['timeout|outcome-unknown', 'yes'], tools: 1 },
  },
  {
    name: 'exits, and leaves a grandchild with its pipes',
    on: STDIO,
    server: { switches: ['--exit-on-call'], files: ['grandchild'] },
    settings: QUICK,
    steps: [{ do: 'call' }, { do: 'until', state: 'ready' }],
    expect: { state: 'ready', outcomes: ['outcome-unknown', 'yes'], tools: 1, spawns: 2, asked: { 'tools/call': 1 } },
  },
]
