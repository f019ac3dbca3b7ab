import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'

import type { Input } from '../inputs/input.js'
import { WHOLE_IMAGES } from '../inputs/payloads.js'
import { expectedOf, type Expected } from '../oracle/expected.js'
import { positiveZeros, sameJson } from '../oracle/json.js'
import { leaks, withoutImage } from '../oracle/judge.js'
import { isBlank, mismatch } from '../oracle/match.js'
import type { Piece } from '../oracle/piece.js'
import type { RegistryHarness } from './harness.js'

/** The most images that the attachment service takes with one result, by default. */
const MAX_IMAGES = 20

type Success = ToolExecutionResult & { readonly isError: false }
type Failure = ToolExecutionResult & { readonly isError: true }
type ImageBlock = { readonly type: 'image'; readonly attachment: ImageAttachmentRef }

/** Everything that is wrong with what a registry makes of an input; nothing when it is right. */
export async function judgeInRegistry(input: Input, harness: RegistryHarness): Promise<string[]> {
  const { raw, images, schema } = input
  const expected = expectedOf(input)
  const before = await harness.files()
  const result = await harness.call({ raw, outputSchema: schema?.schema, images })
  const admitted = expected.code === undefined && images && areAdmitted(expected.pieces)
  const problems = result.isError
    ? failureProblems(result, expected)
    : [...successProblems(result, expected, admitted), ...(await imageProblems(result, expected, harness))]
  if (!admitted && (await harness.files()) !== before) problems.push('a file is left behind')
  return problems
}

// All or none, and those that are no complete images are refused.
function areAdmitted(pieces: readonly Piece[]): boolean {
  const images = pieces.flatMap((piece) => (piece.kind === 'image' ? [piece.data] : []))
  return images.length <= MAX_IMAGES && images.every((data) => WHOLE_IMAGES.includes(data))
}

function successProblems({ value, content }: Success, expected: Expected, admitted: boolean): string[] {
  if (expected.code !== undefined) return [`it is a success, and no ${expected.code}`]
  const problem = mismatch<{ type: string }>(admitted ? expected.pieces : expected.pieces.map(withoutImage), {
    blocks: content,
    isImage: (block, { mediaType }) => isImage(block) && block.attachment.mediaType === mediaType,
  })
  return [
    ...(problem === undefined ? [] : [`content: ${problem}`]),
    ...(sameJson(value, positiveZeros(expected.value)) ? [] : ['value: it is not what the server sent']),
    ...(content.some((block) => block.type === 'text' && leaks(block.text)) ? ['a payload is in the text'] : []),
  ]
}

async function imageProblems({ content }: Success, { pieces }: Expected, harness: RegistryHarness): Promise<string[]> {
  const stored = await Promise.all(content.filter(isImage).map(({ attachment }) => harness.read(attachment)))
  const sent = pieces.flatMap((piece) => (piece.kind === 'image' ? [piece.data] : []))
  return stored.every((data, index) => data === sent[index]) ? [] : ['an image is not the one that was sent']
}

function failureProblems({ error, content }: Failure, expected: Expected): string[] {
  const { message, info } = error
  if (info?.code !== expected.code) return [`code: ${info?.code} (${message.slice(0, 200)}), not ${expected.code}`]
  const alone = expected.pieces.filter((piece) => !isBlank(piece)).length === 1
  const pieces = expected.pieces.map((piece) => (alone ? piece : labelled(piece))).map(imageOfFailure)
  const problem = mismatch(pieces, { blocks: [{ type: 'text', text: message }], isImage: () => false })
  const [only, ...others] = content
  const isShown = others.length === 0 && only?.type === 'text' && only.text === `Error: ${message}`
  return [
    ...(problem === undefined ? [] : [`error: ${problem}`]),
    ...(isShown ? [] : ['the model does not read the error']),
    ...(leaks(message) ? ['a payload is in the error'] : []),
  ]
}

// An error is text alone, and programs get nothing else of a failed call.
function imageOfFailure(piece: Piece): Piece {
  return piece.kind === 'image' ? { kind: 'missing', mentions: [piece.mediaType], failed: true } : piece
}

/** In one text nothing else shows where the words of the tool end. */
function labelled(piece: Piece): Piece {
  return piece.kind === 'structured' ? { kind: 'structured', text: `structured content: ${piece.text}` } : piece
}

function isImage(block: { readonly type: string }): block is ImageBlock {
  return block.type === 'image' && 'attachment' in block
}
