import type { McpOutcome, ModelBlock } from '@harness-mcp/result-adapter'

import type { Input } from '../inputs/input.js'
import { CANARY, WHOLE_IMAGES } from '../inputs/payloads.js'
import { budgetProblem } from './budget.js'
import { expectedOf, type Expected } from './expected.js'
import { sameJson } from './json.js'
import { isNothing, mismatch } from './match.js'
import type { Piece } from './piece.js'

/** The plain face of the adapter, or something that pretends to be it. */
export type Read = (raw: unknown, options: object) => McpOutcome

/** Everything that is wrong with how `read` reads an input; nothing when it is right. */
export function judge(input: Input, read: Read): string[] {
  const { raw, images, maxModelBytes, schema } = input
  const options = { images, ...(schema === undefined ? {} : { outputSchema: schema.schema }) }
  const expected = expectedOf(input)
  const whole = read(raw, options)
  const problems = [...shapeProblems(whole, expected), ...valueProblems(whole, expected)]
  const problem = mismatch(images ? expected.pieces : expected.pieces.map(withoutImage), {
    blocks: whole.content,
    isImage: (block, { mediaType, data }) => sameJson(block, { type: 'image', mediaType, data }),
  })
  if (problem !== undefined) problems.push(`content: ${problem}`)
  if (maxModelBytes !== undefined) {
    // The sentence that there is nothing is no text of the tool, and is not cut.
    const limit = isNothing(expected.pieces) ? Infinity : maxModelBytes
    problems.push(...budgetProblems(whole, read(raw, { ...options, maxModelBytes }), limit))
  }
  return problems
}

function shapeProblems(outcome: McpOutcome, { code }: Expected): string[] {
  const keys = [
    'isError',
    ...(outcome.isError ? ['code'] : []),
    'content',
    ...(outcome.value === undefined ? [] : ['value']),
  ]
  return [
    ...(outcome.code === code && outcome.isError === (code !== undefined)
      ? []
      : [`code: ${outcome.code}, not ${code}`]),
    ...(Object.keys(outcome).join() === keys.join() ? [] : [`its keys are ${Object.keys(outcome).join()}`]),
    ...(outcome.content.length > 0 ? [] : ['content is empty']),
    ...(textsOf(outcome.content).some(leaks) ? ['a payload is in the text'] : []),
  ]
}

function valueProblems({ value }: McpOutcome, expected: Expected): string[] {
  const isRight = expected.value === undefined ? value === undefined : sameJson(value, expected.value)
  return isRight ? [] : ['value: it is not what the server sent']
}

function budgetProblems(whole: McpOutcome, cut: McpOutcome, maxModelBytes: number): string[] {
  const { content: all, ...rest } = whole
  const { content: shown, ...others } = cut
  const problem = budgetProblem(all, shown, maxModelBytes)
  return [
    ...(problem === undefined ? [] : [`maxModelBytes ${maxModelBytes}: ${problem}`]),
    ...(sameJson(rest, others) ? [] : ['maxModelBytes changed more than content']),
  ]
}

/** An image that is not shown is named by its type. */
export function withoutImage(piece: Piece): Piece {
  return piece.kind === 'image' ? { kind: 'missing', mentions: [piece.mediaType] } : piece
}

/** Whether something of a payload is in a text. */
export function leaks(text: string): boolean {
  return [CANARY, ...WHOLE_IMAGES].some((payload) => text.includes(payload))
}

function textsOf(content: readonly ModelBlock[]): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}
