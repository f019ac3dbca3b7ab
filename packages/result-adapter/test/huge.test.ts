import { describe, expect, test } from 'vitest'
import { projectResult, type JsonValue, type McpOutcome } from '../src/index.js'
import { arrange } from '../src/arrange.js'
import { partsOf } from '../src/parts.js'
import { withoutImages } from '../src/registry-images.js'
import { parseResult } from '../src/result.js'
import { isShown } from '../src/shown-json.js'
import { returns, startHarness } from './support/harness.js'
import { notShown, PNG, text } from './support/samples.js'

const nested = (levels: number): JsonValue => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const many = (json: string, count: number): JsonValue[] => JSON.parse(`[${`${json},`.repeat(count - 1)}${json}]`)
const lines = ({ content }: McpOutcome): string[] =>
  content.flatMap((block) => (block.type === 'text' ? block.text.split('\n') : []))
const rest = (count: number): string =>
  `[the last ${count} blocks are not shown: a model reads the first 10000 blocks of a result; programs still have the raw data]`
const TOO_DEEP = notShown('structured content', 'it is nested too deeply or too long to be written as JSON')

describe('of a result with very many blocks', () => {
  test('ten thousand are read, and the others counted', () => {
    const whole = projectResult({ content: many('{"type":"text","text":"a"}', 10_000) })
    expect(lines(whole)).toEqual(Array.from({ length: 10_000 }, () => 'a'))
    const raw = { content: many('{"type":"text","text":"a"}', 1_000_000), structuredContent: 1 }
    const outcome = projectResult(raw)
    expect(lines(outcome).slice(9_999)).toEqual(['a', rest(990_000), '1'])
    expect(outcome.value?.content).toBe(raw.content)
  })

  test('fifty diagnostics are written, and no other', () => {
    const result = parseResult({ content: many('{}', 1_000_000) })
    let written = 0
    const parts = (result.readable ? withoutImages(partsOf(result)) : []).map((part) =>
      part.kind === 'diagnostic' ? { ...part, line: () => `line ${(written += 1)}` } : part,
    )
    const [block] = arrange(parts)
    expect(written).toBe(50)
    expect(block).toMatchObject({ text: expect.stringContaining(`line 50\n${rest(990_000)}\n[9950 more blocks`) })
  })

  test('the images of a model without eyes are fifty lines as well', () => {
    const raw = { content: many(JSON.stringify({ type: 'image', data: PNG }), 20_000) }
    expect(lines(projectResult(raw, { images: false }))).toHaveLength(52)
  })

  test('a line about the whole result is not lost among them', () => {
    const raw = { content: many('5', 100), structuredContent: 1 }
    const read = lines(projectResult(raw, { outputSchema: 'none' }))
    expect(read.filter((line) => line.includes('not checked against its output schema'))).toHaveLength(1)
    expect(read.at(-1)).toContain('[50 more blocks are not shown')
  })

  test('twenty million stay in the value', () => {
    const content = Array.from<JsonValue>({ length: 20_000_000 }).fill(5)
    const outcome = projectResult({ content })
    expect([outcome.isError, lines(outcome).at(-2)]).toEqual([false, rest(19_990_000)])
    expect(outcome.value?.content).toBe(content)
  })
})

describe('structured content', () => {
  test('of twenty million numbers is neither copied nor refused', () => {
    const structuredContent = Array.from<JsonValue>({ length: 20_000_000 }).fill(5)
    const outcome = projectResult({ structuredContent }, { maxModelBytes: 10 })
    expect(lines(outcome)[0]).toBe('[5,5,5,5,5')
    expect(outcome.value?.structuredContent).toBe(structuredContent)
  })

  test('is compared only with texts that are long enough to be it', () => {
    let reads = 0
    const large = many('5', 1_000)
    const value: JsonValue = {
      get list() {
        reads += 1
        return large
      },
    }
    const texts = Array.from({ length: 10_000 }, () => '{"list":[]}')
    expect([isShown(value, texts), reads]).toEqual([false, 1])
    expect(isShown(value, [...texts, JSON.stringify({ list: large })])).toBe(true)
  })

  test.each(['null', '7', '""', '[]', '{}', '[[],1]', '1e2', '{"a":{"b":[1]}}'])(
    'that is as small as %s is still recognised in the shortest text',
    (json) => {
      expect(isShown(JSON.parse(json), ['x', '', json])).toBe(true)
    },
  )
})

describe('deep nesting', () => {
  test.each([
    ['structured content', { content: [text('x')], structuredContent: nested(200_000) }, ['x', TOO_DEEP]],
    [
      'structured content with a number that is none',
      { content: [text('x')], structuredContent: [nested(200_000), Infinity] },
      ['x', TOO_DEEP],
    ],
    ['a block', { content: [text('x'), nested(200_000)] }, ['x', notShown('a block', 'it is a list, not an object')]],
    ['the old shape', { toolResult: nested(200_000) }, [notShown('a block', 'it is a list, not an object')]],
    [
      'a member of a block',
      { content: [{ type: 'y', deep: nested(200_000) }] },
      [notShown('a block of type "y"', 'the type is unknown')],
    ],
  ])('of %s costs a diagnostic', (_what, raw, read) => {
    const outcome = projectResult(raw)
    expect([outcome.isError, lines(outcome)]).toEqual([false, read])
  })

  test('is shown when a text already has it', () => {
    const structuredContent = nested(200_000)
    const shown = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(lines(projectResult({ content: [text(shown)], structuredContent }))).toEqual([shown])
  })
})

test('a text of sixty megabytes is the text', () => {
  const long = 'a'.repeat(60_000_000)
  const [block] = projectResult({ content: [text(long)] }).content
  expect(block?.type === 'text' && block.text === long).toBe(true)
})

test('texts that are longer together than a text can be are a diagnostic', () => {
  const content = Array.from({ length: 10 }, () => text('a'.repeat(60_000_000)))
  expect(lines(projectResult({ content }))).toEqual([
    '[10 texts are not shown: together they are longer than a text can be; programs still have the raw data]',
  ])
})

describe('in a registry', () => {
  test('a result with very many blocks is read like any other', async () => {
    const harness = await startHarness()
    harness.register({ call: returns(...many('{}', 30_000)) })
    const { content } = await harness.call()
    expect(content).toEqual([text(expect.stringContaining(rest(20_000)))])
    await harness.dispose()
  })

  test.each([
    ['deep structured content', { structuredContent: nested(50_000) }],
    ['deep structured content with a negative zero', { structuredContent: [nested(50_000), -0] }],
    ['a deep block', { content: [nested(50_000)] }],
    ['a deep failure', { isError: true, structuredContent: nested(50_000) }],
  ])('%s ends in a sentence', async (_what, raw) => {
    const harness = await startHarness()
    harness.register({ call: async () => raw })
    const { content } = await harness.call()
    expect(content).toEqual([text(expect.stringMatching(/is not shown: |Error: /))])
    await harness.dispose()
  })

  test('deep structured content with a schema that follows it down ends in a sentence', async () => {
    const harness = await startHarness()
    harness.register({
      outputSchema: { items: { $ref: '#' } },
      call: async () => ({ structuredContent: nested(50_000) }),
    })
    const { content } = await harness.call()
    expect(content).toEqual([text(expect.stringMatching(/structured content is not shown/))])
    await harness.dispose()
  })
})
