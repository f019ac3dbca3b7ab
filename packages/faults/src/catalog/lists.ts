import { faults } from '@harness-mcp/lab'

import type { Fault } from '../fault.js'
import { list, page, tool } from './tools.js'
import { BOTH_STDIO, EVERY, MODERN_HTTP, ONE_OF_EACH, STDIO } from './wires.js'

const { endedStream, first, on } = faults
const cutShort = [/the tool list was cut short/]
const CHANGING = ['--change-on-call']
const DUPLICATE = list(tool('twice'), tool('twice'))

/** What a server does with the pages of its tool list, and when it says that the list changed. */
export const lists: readonly Fault[] = [
  {
    name: 'gives an empty cursor for ever',
    on: ['stdio', 'http'],
    server: { tools: [page(['a'], '')] },
    expect: { state: 'ready', tools: ['a'], warnings: cutShort, asked: { 'tools/list': { atMost: 3 } } },
  },
  {
    name: 'gives the same cursor for ever',
    on: ONE_OF_EACH,
    server: { tools: [page(['a'], 'more')] },
    expect: { state: 'ready', tools: ['a'], warnings: cutShort, asked: { 'tools/list': { atMost: 3 } } },
  },
  {
    name: 'gives two cursors in a circle',
    on: BOTH_STDIO,
    server: { tools: [page(['a'], '1'), page(['b'], '2')] },
    expect: { state: 'ready', tools: ['a', 'b'], warnings: cutShort, asked: { 'tools/list': { atMost: 4 } } },
  },
  {
    name: 'gives null for a cursor',
    on: EVERY,
    server: { tools: [page(['a'], null)] },
    expect: { state: 'ready', tools: ['a'], warnings: [] },
  },
  {
    name: 'gives a number for a cursor',
    on: BOTH_STDIO,
    server: { tools: [page(['a'], 7)] },
    expect: { state: 'ready', tools: ['a'] },
  },
  {
    name: 'has a second page after an empty cursor',
    on: ONE_OF_EACH,
    server: { tools: [page(['a'], ''), page(['b'])] },
    expect: { state: 'ready', tools: ['a', 'b'], warnings: [] },
  },
  {
    name: 'has 65 pages',
    on: BOTH_STDIO,
    server: { tools: Array.from({ length: 65 }, (_, n) => page([`t${n}`], n < 64 ? `${n}` : undefined)) },
    expect: { state: 'ready', tools: 65, warnings: [] },
  },
  {
    name: 'has pages without end',
    on: STDIO,
    server: { switches: ['--endless'] },
    expect: { state: 'ready', tools: 1_000, warnings: cutShort, asked: { 'tools/list': 1_000 } },
  },
  {
    name: 'has 5,000 tools',
    on: STDIO,
    server: { tools: [page(Array.from({ length: 5_000 }, (_, n) => `t${n}`))] },
    expect: { state: 'ready', tools: 5_000, warnings: [] },
  },
  {
    name: 'has 120,000 tools on its second page',
    on: STDIO,
    server: {
      tools: [page(['first'], '2'), { tools: Array.from({ length: 120_000 }, (_, n) => ({ name: `t${n}` })) }],
    },
    expect: { state: 'ready', tools: 100_000, warnings: cutShort },
  },
  {
    name: 'has a page that is none',
    on: BOTH_STDIO,
    server: { tools: [{ tolls: [] }] },
    expect: { state: 'failed', code: 'invalid-list', tools: 0 },
  },
  {
    name: 'lists a name twice',
    on: ONE_OF_EACH,
    server: { tools: DUPLICATE },
    expect: { state: 'failed', code: 'invalid-list', says: /"twice" is listed twice/, tools: 0 },
  },
  {
    name: 'lists a name twice after a change',
    on: BOTH_STDIO,
    server: { tools: list(tool('echo')), toolsAfter: DUPLICATE, switches: CHANGING },
    steps: [{ do: 'call' }, { do: 'watch', ms: 1_200 }],
    expect: {
      state: 'ready',
      code: 'invalid-list',
      outcomes: ['ok', 'quiet'],
      tools: ['echo'],
      warnings: [/"twice" is listed twice/],
    },
  },
  {
    name: 'has no list any more after a change',
    on: ONE_OF_EACH,
    server: { tools: list(tool('echo')), toolsAfter: [{ tolls: [] }], switches: CHANGING },
    steps: [{ do: 'call' }, { do: 'watch', ms: 1_200 }],
    expect: { state: 'ready', outcomes: ['ok', 'quiet'], tools: ['echo'], warnings: [/tool list/] },
  },
  {
    name: 'has documents and no tools',
    on: EVERY,
    server: { switches: ['--no-tools'] },
    steps: [
      { do: 'read', method: 'resources/list' },
      { do: 'watch', ms: 300 },
    ],
    expect: {
      state: 'ready',
      outcomes: ['ok', 'quiet'],
      tools: 0,
      states: ['connecting', 'ready'],
      warnings: [],
      asked: { 'tools/list': 0 },
    },
  },
  {
    name: 'does not know the method for templates',
    on: BOTH_STDIO,
    server: { switches: ['--script', '{"resources/templates/list":{"error":{"code":-32601,"message":"unknown"}}}'] },
    steps: [{ do: 'read', method: 'resources/templates/list' }],
    expect: { state: 'ready', outcomes: ['ok'] },
  },
  {
    name: 'announces 1,000 changes in a third of a second',
    on: EVERY,
    server: { tools: list(tool('echo')), toolsAfter: list(tool('late')), switches: ['--storm-on-call', '1000'] },
    steps: [{ do: 'call' }, { do: 'until', tool: 'late' }, { do: 'watch', ms: 500 }],
    expect: {
      state: 'ready',
      outcomes: ['ok', 'yes', 'quiet'],
      tools: ['late'],
      warnings: [],
      asked: { 'tools/list': { atMost: 6 } },
    },
  },
  {
    name: 'announces 1,000 changes during the first discovery',
    on: BOTH_STDIO,
    server: { switches: ['--storm', '1000'] },
    steps: [{ do: 'watch', ms: 700 }],
    expect: { state: 'ready', outcomes: ['quiet'], tools: 1, warnings: [], asked: { 'tools/list': { atMost: 4 } } },
  },
  {
    name: 'ends the subscription to changes',
    on: MODERN_HTTP,
    server: {
      tools: list(tool('echo')),
      toolsAfter: list(tool('late')),
      switches: CHANGING,
      fault: () => on('subscriptions/listen', first(1, endedStream)),
    },
    steps: [{ do: 'watch', ms: 1_500 }, { do: 'call' }, { do: 'until', tool: 'late' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok', 'yes'], tools: ['late'], asked: { 'subscriptions/listen': 2 } },
  },
  {
    name: 'ends every subscription to changes',
    on: MODERN_HTTP,
    server: { fault: () => on('subscriptions/listen', endedStream) },
    steps: [{ do: 'watch', ms: 2_500 }],
    expect: {
      state: 'ready',
      outcomes: ['quiet'],
      tools: 1,
      asked: { 'subscriptions/listen': { atMost: 4 }, 'tools/list': { atMost: 5 } },
    },
  },
  {
    name: 'refuses the subscription to changes',
    on: ['stdio 2026', 'http 2026'],
    server: { switches: ['--script', '{"subscriptions/listen":{"error":{"code":-32601,"message":"unknown"}}}'] },
    steps: [{ do: 'watch', ms: 300 }, { do: 'call' }],
    expect: { state: 'ready', outcomes: ['quiet', 'ok'], tools: 1, warnings: [/-32601/] },
  },
]
