import { projectResult, type McpOutcome, type ModelBlock } from '@harness-mcp/result-adapter'
import { expect, test } from 'vitest'

import { check } from '../src/check.js'
import { WHOLE_IMAGES } from '../src/inputs/payloads.js'
import type { Read } from '../src/oracle/judge.js'

// An oracle that never complains proves nothing, so that it has to catch each of these readers.

type Change = (outcome: McpOutcome, raw: unknown, options: object) => McpOutcome

const content = (change: (blocks: ModelBlock[]) => ModelBlock[]): Change => {
  return (outcome) => ({ ...outcome, content: change(outcome.content) })
}
const texts = (change: (text: string) => string): Change => {
  return content((blocks) =>
    blocks.map((block) => (block.type === 'text' ? { ...block, text: change(block.text) } : block)),
  )
}
const value = (change: (value: NonNullable<McpOutcome['value']>) => NonNullable<McpOutcome['value']>): Change => {
  return (outcome) => (outcome.value === undefined ? outcome : { ...outcome, value: change(outcome.value) })
}

const MUTANTS: readonly (readonly [string, Change, RegExp])[] = [
  ['throws at null', (outcome, raw) => (raw === null ? thrown() : outcome), /it throws/],
  ['takes failures for successes', (outcome) => ({ ...outcome, isError: false }), /^code/],
  ['gives no value', ({ value: _value, ...outcome }) => outcome, /^value/],
  ['sorts keys', value((all) => JSON.parse(JSON.stringify(all, sortedKeys))), /^value/],
  ['loses the sign of zero', value((all) => JSON.parse(JSON.stringify(all))), /^value/],
  [
    'drops an empty list',
    value((all) => ({ ...all, content: all.content.filter((block) => JSON.stringify(block) !== '[]') })),
    /^value/,
  ],
  ['turns the blocks around', content((blocks) => blocks.toReversed()), /^content/],
  ['shows no images', content((blocks) => blocks.filter(({ type }) => type === 'text')), /^content/],
  [
    'believes the declared type',
    content((blocks) => blocks.map((block) => (block.type === 'image' ? { ...block, mediaType: 'image/png' } : block))),
    /^content/,
  ],
  ['trims texts', texts((text) => text.trim() || 'x'), /^(content|maxModelBytes)/],
  ['joins with a space', texts((text) => text.replace('\n', ' ')), /^content/],
  ['says nothing of what is missing', texts((text) => text.replaceAll(/^\[.*: .*\]$/gm, '')), /^content/],
  ['shows half pairs', texts((text) => text.replaceAll('\ufffd', '\ud800')), /half of a surrogate pair/],
  ['shows payloads', shownPayload, /a payload is in the text/],
  [
    'forgets the limit',
    (outcome, raw, options) =>
      'maxModelBytes' in options ? projectResult(raw, { ...options, maxModelBytes: undefined }) : outcome,
    /^maxModelBytes/,
  ],
  [
    'counts characters for bytes',
    (outcome, _raw, options) =>
      'maxModelBytes' in options ? { ...outcome, content: outcome.content.map(shortened) } : outcome,
    /^maxModelBytes/,
  ],
]

test.each(MUTANTS)('a reader that %s is caught', (_what, change, reason) => {
  const read: Read = (raw, options) => change(projectResult(raw, options), raw, options)
  expect(check({ seed: 1, runs: 5_000 }, read)?.problems).toContainEqual(expect.stringMatching(reason))
})

test('what is caught comes with the shortest way back to it', () => {
  const read: Read = (raw, options) =>
    value((all) => ({ ...all, structuredContent: 1 }))(projectResult(raw, options), raw, options)
  const failure = check({ seed: 7, runs: 5_000 }, read)
  expect(failure?.input.length).toBeLessThan(200)
  expect(check({ seed: 7, runs: 1, path: failure?.path }, read)).toMatchObject({ problems: failure?.problems })
})

function thrown(): never {
  throw new Error('no')
}

function sortedKeys(_key: string, one: unknown): unknown {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
  return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function shownPayload(outcome: McpOutcome): McpOutcome {
  const sent = JSON.stringify(outcome.value) ?? ''
  const payload = WHOLE_IMAGES.find((data) => sent.includes(data))
  if (payload === undefined) return outcome
  return { ...outcome, content: [...outcome.content, { type: 'text', text: `data: ${payload}` }] }
}

function shortened(block: ModelBlock): ModelBlock {
  return block.type === 'text' ? { ...block, text: block.text.replace(/^.(?=[^]*\n\[\d+ bytes )/u, '') } : block
}
