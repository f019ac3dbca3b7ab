import { describe, expect, it } from 'vitest'

import { differences } from '../src/differences.js'
import type { Expected } from '../src/expected.js'
import type { Seen } from '../src/seen.js'
import { seenWith } from './support/rows.js'

const tool = { rawName: 'echo', description: 'Echoes.', inputSchema: { type: 'object' }, hasOutputSchema: false }

describe('what always has to be', () => {
  it.each<[string, Partial<Seen>, string]>([
    ['a host that died', { host: 'died: Error' }, 'host: expected "alive", saw "died: Error"'],
    ['a process that is left', { left: 2 }, 'processes left: expected 0, saw 2'],
    ['a secret', { secretShown: true }, 'secret shown: expected false, saw true'],
    ['a book for a sentence', { sentence: 'x'.repeat(5_000) }, 'sentence too long: expected false, saw true'],
  ])('is missed by %s', (_, seen, difference) => {
    expect(differences({ state: 'ready' }, seenWith(seen))).toEqual([difference])
  })
})

describe('what a fault expects', () => {
  it.each<[string, Expected, Partial<Seen>]>([
    ['a state', { state: 'ready|backoff' }, {}],
    ['a code', { state: 'ready', code: 'timeout' }, { code: 'timeout' }],
    ['outcomes', { state: 'ready', outcomes: ['ok', 'protocol|timeout'] }, { outcomes: ['ok', 'timeout'] }],
    ['a sentence', { state: 'ready', says: /disk/ }, { sentence: 'The disk is full.' }],
    ['a number of tools', { state: 'ready', tools: 3 }, { toolCount: 3 }],
    ['tools by name, in any order', { state: 'ready', tools: ['echo'] }, { tools: [tool] }],
    ['diagnostics', { state: 'ready', warnings: [/left out/] }, { warnings: ['"a" was left out'] }],
    ['requests', { state: 'ready', asked: { ping: 1, list: { atMost: 2 }, none: 0 } }, { asked: { ping: 1, list: 2 } }],
    ['a definition', { state: 'ready', definitions: { echo: { inputSchema: { type: 'object' } } } }, { tools: [tool] }],
  ])('is met by the same %s', (_, expected, seen) => {
    expect(differences(expected, seenWith(seen))).toEqual([])
  })

  it.each<[Expected, Partial<Seen>, string]>([
    [{ state: 'failed' }, {}, 'state: expected "failed", saw "ready"'],
    [{ state: 'ready', code: '' }, { code: 'timeout' }, 'code: expected "", saw "timeout"'],
    [{ state: 'ready', era: 'modern' }, { era: 'legacy' }, 'era: expected "modern", saw "legacy"'],
    [{ state: 'ready', outcomes: ['ok'] }, { outcomes: [] }, 'outcomes: expected ["ok"], saw []'],
    [{ state: 'ready', outcomes: [] }, { outcomes: ['ok'] }, 'outcomes: expected [], saw ["ok"]'],
    [{ state: 'ready', states: ['ready'] }, { states: [] }, 'states: expected ["ready"], saw []'],
    [{ state: 'ready', spawns: 2 }, {}, 'spawns: expected 2, saw 1'],
    [{ state: 'ready', says: /disk/ }, { sentence: 'all well' }, 'sentence: expected /disk/, saw "all well"'],
    [{ state: 'ready', tools: 1 }, {}, 'tools: expected 1, saw 0'],
    [{ state: 'ready', tools: ['a'] }, { tools: [tool] }, 'tools: expected ["a"], saw ["echo"]'],
    [{ state: 'ready', warnings: [] }, { warnings: ['oh'] }, 'diagnostics: expected none, saw ["oh"]'],
    [{ state: 'ready', asked: { ping: 1 } }, {}, 'times "ping" arrived: expected 1, saw 0'],
    [
      { state: 'ready', asked: { ping: { atMost: 1 } } },
      { asked: { ping: 2 } },
      'times "ping" arrived: expected at most 1, saw 2',
    ],
    [{ state: 'ready', definitions: { a: {} } }, {}, 'tool "a": it is missing'],
    [
      { state: 'ready', definitions: { echo: { hasOutputSchema: true } } },
      { tools: [tool] },
      'whether "echo" has an output schema: expected true, saw false',
    ],
    [
      { state: 'ready', definitions: { echo: { description: /^$/ } } },
      { tools: [tool] },
      'description of "echo": saw "Echoes."',
    ],
  ])('is missed: %j', (expected, seen, difference) => {
    expect(differences(expected, seenWith(seen))).toEqual([difference])
  })
})
