import { everythingStdio, labServer, startEverythingHttp, startLegacyHttp, startModernHttp } from '@harness-mcp/lab'

import type { Fault } from '../fault.js'
import { EVERY, HTTP, OLD, SSE, STDIO } from './wires.js'

const discover = (answer: unknown) => ['--script', JSON.stringify({ 'server/discover': answer })]
const dual = { supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: { tools: {} }, resultType: 'complete' }
const ready = { state: 'ready', tools: 1 } as const
const legacy = { ...ready, era: 'legacy', spawns: 1 } as const
const LAB_TOOLS = 7

/** What a server makes of the question for its era. On stdio it is started once, and again only where nothing else helps. */
export const negotiation: readonly Fault[] = [
  {
    name: 'behaves',
    on: EVERY,
    steps: [{ do: 'call' }],
    expect: { ...ready, outcomes: ['ok'], warnings: [] },
    expectOn: {
      stdio: { ...legacy, outcomes: ['ok'] },
      'stdio 2026': { ...ready, era: 'modern', spawns: 1 },
      'http 2026': { ...ready, era: 'modern', asked: { initialize: 0 } },
    },
  },
  { name: 'is silent to an unknown request', on: STDIO, server: { switches: ['--silent-on-unknown'] }, expect: legacy },
  {
    name: 'is silent to an unknown request, over the network',
    on: ['http', 'sse'],
    server: { switches: ['--silent-on-unknown'] },
    expect: { ...ready, era: 'legacy' },
  },
  {
    name: 'exits on an unknown request',
    on: STDIO,
    server: { switches: ['--exit-on-unknown'] },
    expect: { ...legacy, spawns: 2 },
  },
  {
    name: 'holds a lock file and is silent',
    on: STDIO,
    server: { switches: ['--silent-on-unknown'], files: ['lock'] },
    expect: legacy,
  },
  {
    name: 'holds a lock file and exits on an unknown request',
    on: STDIO,
    server: { switches: ['--exit-on-unknown'], files: ['lock'] },
    expect: { ...legacy, spawns: 2 },
  },
  { name: 'starts slowly', on: STDIO, server: { switches: ['--slow-start', '2500'] }, expect: legacy },
  {
    name: 'starts slowly and speaks 2026-07-28 alone',
    on: ['stdio 2026'],
    server: { switches: ['--slow-start', '2500'] },
    expect: { ...ready, era: 'modern', spawns: 2 },
  },
  {
    name: 'starts slowly and speaks both eras',
    on: STDIO,
    server: { switches: ['--slow-start', '2500', ...discover({ result: dual })] },
    expect: legacy,
  },
  {
    name: 'answers the probe with an empty result',
    on: ['stdio', 'sse'],
    server: { switches: discover({ result: {} }) },
    expect: { ...ready, era: 'legacy' },
  },
  {
    name: 'answers the probe with null',
    on: STDIO,
    server: { switches: discover({ result: null }) },
    expect: legacy,
  },
  {
    name: 'answers the probe with an error of its own',
    on: ['stdio', 'sse'],
    server: { switches: discover({ error: { code: -32_000, message: 'not initialized' } }) },
    expect: { ...ready, era: 'legacy' },
  },
  {
    name: 'names only older revisions at the probe',
    on: STDIO,
    server: {
      switches: discover({
        error: { code: -32_022, message: 'unsupported', data: { supported: ['2025-11-25'], requested: '2026-07-28' } },
      }),
    },
    expect: legacy,
  },
  { name: 'speaks 2024-10-07', on: STDIO, server: { switches: ['--protocol-version', '2024-10-07'] }, expect: legacy },
  {
    name: 'speaks a revision of the future',
    on: ['stdio', 'http', 'sse'],
    server: { switches: ['--protocol-version', '2099-01-01'] },
    expect: { state: 'failed', code: 'unsupported', says: /2099-01-01/, tools: 0 },
  },
  {
    name: 'refuses the handshake with an error',
    on: ['stdio', 'http', 'sse'],
    server: { switches: ['--script', '{"initialize":{"error":{"code":-32603,"message":"no database"}}}'] },
    expect: { state: 'failed', code: 'unsupported', says: /-32603: .*no database/, tools: 0 },
  },
  {
    name: 'shakes hands with fields of every wrong type',
    on: OLD,
    server: {
      switches: [
        '--script',
        JSON.stringify({
          initialize: {
            result: {
              protocolVersion: '2025-11-25',
              capabilities: { tools: true, resources: null, experimental: { x: true } },
              serverInfo: { name: 'odd', title: null, icons: [{ src: 5 }] },
              instructions: null,
              _meta: null,
            },
          },
        }),
      ],
    },
    steps: [{ do: 'call' }],
    expect: { ...ready, era: 'legacy', outcomes: ['ok'] },
  },
  {
    name: 'is built with the older SDK',
    on: STDIO,
    server: { place: () => Promise.resolve(labServer('legacy-stdio')) },
    steps: [{ do: 'call', tool: 'add', args: { a: 1, b: 2 } }],
    expect: { state: 'ready', era: 'legacy', tools: LAB_TOOLS, outcomes: ['ok'] },
  },
  {
    name: 'is built with the current SDK',
    on: STDIO,
    server: { place: () => Promise.resolve(labServer('modern-stdio')) },
    steps: [{ do: 'call', tool: 'add', args: { a: 1, b: 2 } }],
    expect: { state: 'ready', era: 'modern', tools: LAB_TOOLS, outcomes: ['ok'] },
  },
  {
    name: 'is built with the current SDK and refuses older revisions',
    on: STDIO,
    server: { place: () => Promise.resolve(labServer('modern-stdio', '--only-modern')) },
    expect: { state: 'ready', era: 'modern', tools: LAB_TOOLS },
  },
  {
    name: 'is built with the older SDK over HTTP',
    on: HTTP,
    server: { place: () => startLegacyHttp() },
    steps: [{ do: 'call', tool: 'add', args: { a: 1, b: 2 } }],
    expect: { state: 'ready', era: 'legacy', tools: LAB_TOOLS, outcomes: ['ok'] },
  },
  {
    name: 'is built with the older SDK and has no sessions',
    on: HTTP,
    server: { place: () => startLegacyHttp({ stateless: true }) },
    steps: [{ do: 'call', tool: 'add', args: { a: 1, b: 2 } }],
    expect: { state: 'ready', era: 'legacy', tools: LAB_TOOLS, outcomes: ['ok'] },
  },
  {
    name: 'is built with the current SDK over HTTP',
    on: HTTP,
    server: { place: () => startModernHttp() },
    expect: { state: 'ready', era: 'modern', tools: LAB_TOOLS },
  },
  {
    name: 'is built with the current SDK over HTTP and refuses older revisions',
    on: HTTP,
    server: { place: () => startModernHttp({ onlyModern: true }) },
    expect: { state: 'ready', era: 'modern', tools: LAB_TOOLS },
  },
  {
    name: 'is the reference server',
    on: STDIO,
    server: { place: () => Promise.resolve(everythingStdio()) },
    expect: { state: 'ready', era: 'legacy' },
  },
  {
    name: 'is the reference server over SSE',
    on: SSE,
    server: { place: () => startEverythingHttp({ sse: true }) },
    expect: { state: 'ready', era: 'legacy' },
  },
]
