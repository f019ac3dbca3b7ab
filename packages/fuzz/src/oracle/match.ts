import { endOfLink } from './link.js'
import type { Piece } from './piece.js'
import { hasUnseen, visibleLine, wellFormed } from './visible.js'

/** The longest line that stands for something else, in UTF-16 units: a limit for what has none, not the adapter's own. */
const MAX_LINE = 2_500
const NAMED_BLOCKS = 50

type TextBlock = { readonly type: 'text'; readonly text: string }
type ImagePiece = Piece & { readonly kind: 'image' }

/** Blocks as a model gets them, and how to tell whether one of them is an image that was expected. */
export interface Content<Block> {
  readonly blocks: readonly (Block | TextBlock)[]
  isImage(block: Block | TextBlock, piece: ImagePiece): boolean
}

/** Why `content` is not what the pieces say; `undefined` when it is. Every character of it is accounted for. */
export function mismatch<Block extends { readonly type: string }>(
  pieces: readonly Piece[],
  content: Content<Block>,
): string | undefined {
  const runs = runsOf(folded(pieces))
  const blocks = [...content.blocks]
  for (const run of runs) {
    if (!Array.isArray(run)) {
      const block = blocks.shift()
      if (block === undefined || !content.isImage(block, run)) return `expected ${run.mediaType}, found ${told(block)}`
      continue
    }
    const next = blocks[0]
    if (run.every(isBlank) && !isText(next)) continue
    blocks.shift()
    const problem = isText(next) ? textMismatch(run, next.text) : `expected text, found ${told(next)}`
    if (problem !== undefined) return problem
  }
  return blocks.length === 0 ? undefined : `there is more than expected: ${told(blocks[0])}`
}

/** Whether nothing is left to read, so that a sentence has to say so. */
export function isNothing(pieces: readonly Piece[]): boolean {
  return pieces.every(isBlank)
}

/** More diagnostics than fifty are counted in one line at the end; and where nothing is left, a sentence says so. */
function folded(pieces: readonly Piece[]): readonly Piece[] {
  if (isNothing(pieces)) return [{ kind: 'sentence', mentions: ['nothing'] }]
  let seen = 0
  const kept = pieces.filter((piece) => piece.kind !== 'missing' || ++seen <= NAMED_BLOCKS)
  if (seen <= NAMED_BLOCKS) return kept
  return [...kept, { kind: 'notice', mentions: [`${seen - NAMED_BLOCKS} more blocks`] }]
}

/** Images, and what is between them. */
function runsOf(pieces: readonly Piece[]): (ImagePiece | Piece[])[] {
  const runs: (ImagePiece | Piece[])[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (piece.kind === 'image') runs.push(piece)
    else if (Array.isArray(last)) last.push(piece)
    else runs.push([piece])
  }
  return runs
}

function textMismatch(run: readonly Piece[], text: string): string | undefined {
  if (text.trim() === '') return 'a text is blank'
  if (text !== wellFormed(text)) return 'a text has half of a surrogate pair'
  // Blank texts may be there or not, so that there can be several places at which the next piece begins.
  let starts = new Set([0])
  for (const [index, piece] of run.entries()) {
    const next = new Set<number>()
    for (const start of starts) for (const end of endsOf(piece, text, start)) next.add(end)
    if (next.size === 0) return `piece ${index}, ${told(piece)}, is not in ${told(text.slice(Math.min(...starts)))}`
    starts = next
  }
  return starts.has(text.length + 1) ? undefined : `a text goes on: ${told(text.slice(Math.max(...starts)))}`
}

/** Where the piece after this one may begin. */
function endsOf(piece: Piece, text: string, start: number): number[] {
  switch (piece.kind) {
    case 'text': {
      const ends = endOfText(wellFormed(piece.text), text, start)
      return isBlank(piece) ? [start, ...ends] : ends
    }
    case 'structured':
      return endOfText(piece.text, text, start)
    case 'labelled': {
      const label = lineAt(text, start)
      const names = label.length <= MAX_LINE && (piece.uri === undefined || label.includes(shortened(piece.uri)))
      return names && !hasUnseen(label) ? endOfText(wellFormed(piece.text), text, start + label.length + 1) : []
    }
    case 'link':
      return endOfLink(piece, text, start)
    case 'missing':
    case 'notice':
    case 'sentence': {
      const line = lineAt(text, start)
      return isLine(piece, line) ? [start + line.length + 1] : []
    }
    case 'image':
      return []
  }
}

function endOfText(expected: string, text: string, start: number): number[] {
  const end = start + expected.length
  return text.startsWith(expected, start) && (end === text.length || text[end] === '\n') ? [end + 1] : []
}

function isLine(piece: Piece & { readonly mentions: readonly string[] }, line: string): boolean {
  if (line.length > MAX_LINE || hasUnseen(line) || !piece.mentions.every((word) => line.includes(word))) return false
  if (piece.kind === 'missing' && !saysWhatIsMissing(piece, line)) return false
  return piece.kind === 'sentence'
    ? line.trim() !== ''
    : /^\[[^[\]]+: [^[\]]+\]$/.test(line) && line === visibleLine(line)
}

function saysWhatIsMissing({ failed = false }: Piece & { readonly kind: 'missing' }, line: string): boolean {
  return line.includes(' is not shown: ') && (failed || line.endsWith('; programs still have the raw data]'))
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end === -1 ? text.length : end)
}

function shortened(uri: string): string {
  return Array.from(uri).slice(0, 200).join('')
}

/** Whether a piece is a text in which there is nothing to read. */
export function isBlank(piece: Piece): boolean {
  return piece.kind === 'text' && piece.text.trim() === ''
}

function isText(block: { readonly type: string } | undefined): block is TextBlock {
  return block?.type === 'text'
}

function told(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
