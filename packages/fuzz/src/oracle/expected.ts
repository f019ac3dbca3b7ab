import type { Input } from '../inputs/input.js'
import { pieceOf } from './block-piece.js'
import { asJson, equalJson, isContainer, member } from './json.js'
import type { Piece } from './piece.js'
import { wellFormed } from './visible.js'

/** What has to become of an input. */
export interface Expected {
  /** Why it is a failure; `undefined` for a success. */
  readonly code: 'protocol' | 'tool-error' | 'invalid-output' | undefined
  readonly value: { readonly content: readonly unknown[]; readonly structuredContent?: unknown } | undefined
  /** With the images still among them: whoever admits images decides. */
  readonly pieces: readonly Piece[]
}

const READ_BLOCKS = 10_000

export function expectedOf({ raw, schema }: Pick<Input, 'raw' | 'schema'>): Expected {
  const reading = asJson(raw)
  const result = reading?.value
  if (!isContainer(result) || Array.isArray(result)) {
    return { code: 'protocol', value: undefined, pieces: [{ kind: 'sentence', mentions: ['cannot be read'] }] }
  }
  const value = valueOf(result)
  const pieces = [...blockPieces(value.content), ...structuredPieces(value)]
  if (member(result, 'isError') === true) return { code: 'tool-error', value, pieces: wordy(pieces) }
  if (schema === undefined) return { code: undefined, value, pieces }
  if (schema.accepts === undefined) {
    return { code: undefined, value, pieces: [...pieces, { kind: 'notice', mentions: ['not checked'] }] }
  }
  const isUnconstrained = schema.schema === null
  if (isUnconstrained || ('structuredContent' in value && schema.accepts(value.structuredContent))) {
    return { code: undefined, value, pieces }
  }
  const complaint: Piece = { kind: 'sentence', mentions: ['output schema', 'structuredContent'] }
  return { code: 'invalid-output', value, pieces: [complaint, ...pieces] }
}

function valueOf(result: object): NonNullable<Expected['value']> {
  const structuredContent = member(result, 'structuredContent')
  const content = contentOf(member(result, 'content'), member(result, 'toolResult'))
  return structuredContent === undefined ? { content } : { content, structuredContent }
}

function contentOf(content: unknown, toolResult: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content
  if (content !== undefined && content !== null) return [content]
  if (toolResult === undefined) return []
  return [{ type: 'text', text: typeof toolResult === 'string' ? toolResult : JSON.stringify(toolResult) }]
}

function blockPieces(content: readonly unknown[]): Piece[] {
  const pieces = content.slice(0, READ_BLOCKS).map(pieceOf)
  const unread = content.length - pieces.length
  return unread === 0 ? pieces : [...pieces, { kind: 'notice', mentions: [String(unread)] }]
}

function structuredPieces({ content, ...rest }: NonNullable<Expected['value']>): Piece[] {
  if (!('structuredContent' in rest)) return []
  const texts = content
    .slice(0, READ_BLOCKS)
    .map(pieceOf)
    .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  if (texts.some((text) => isJsonOf(text, rest.structuredContent))) return []
  return [{ kind: 'structured', text: JSON.stringify(rest.structuredContent) }]
}

function isJsonOf(text: string, value: unknown): boolean {
  try {
    return equalJson(JSON.parse(text), value)
  } catch {
    return false
  }
}

// A failure without a word says at least that it is one.
function wordy(pieces: readonly Piece[]): readonly Piece[] {
  const isBlank = pieces.every((piece) => piece.kind === 'text' && wellFormed(piece.text).trim() === '')
  return isBlank ? [{ kind: 'sentence', mentions: ['failed'] }] : pieces
}
