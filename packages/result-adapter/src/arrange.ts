import { constants } from 'node:buffer'
import { diagnostic } from './diagnostics.js'
import type { Diagnostic, Part } from './parts.js'
import { cutText, wellFormed } from './plain-text.js'

const MAX_DIAGNOSTICS = 50
const NOTHING = 'The tool returned nothing for the model to read.'

type TextBlock = { type: 'text'; text: string }
type WrittenPart<Image> = Exclude<Part<Image>, Diagnostic>

/**
 * Parts as the content that a model reads: neighbouring texts joined with a newline, blank runs dropped, the text well
 * formed and cut to `maxBytes` of UTF-8, and a sentence when nothing is left.
 */
export function arrange<Image extends { type: 'image' }>(
  parts: readonly Part<Image>[],
  maxBytes: number = Infinity,
): (TextBlock | Image)[] {
  const blocks = joined(foldedDiagnostics(parts)).filter((block) => block.type !== 'text' || block.text.trim() !== '')
  return blocks.length === 0 ? [{ type: 'text', text: NOTHING }] : cut(blocks, maxBytes)
}

// Each bad block costs a line, and a server may send a million of them.
function foldedDiagnostics<Image>(parts: readonly Part<Image>[]): WrittenPart<Image>[] {
  let seen = 0
  const written = parts.flatMap((part): WrittenPart<Image>[] => {
    if (part.kind !== 'diagnostic') return [part]
    return ++seen <= MAX_DIAGNOSTICS ? [{ kind: 'text', text: part.line() }] : []
  })
  if (seen <= MAX_DIAGNOSTICS) return written
  const text = diagnostic(`${seen - MAX_DIAGNOSTICS} more blocks are not shown`, 'there are too many to name each')
  return [...written, { kind: 'text', text }]
}

function joined<Image extends { type: 'image' }>(parts: readonly WrittenPart<Image>[]): (TextBlock | Image)[] {
  const blocks: (TextBlock | Image)[] = []
  let run: string[] = []
  const endRun = (): void => {
    if (run.length > 0) blocks.push({ type: 'text', text: wellFormed(joinedText(run)) })
    run = []
  }
  for (const part of parts) {
    if (part.kind !== 'image') run.push(part.text)
    else {
      endRun()
      blocks.push(part.image)
    }
  }
  endRun()
  return blocks
}

// The engine throws at a longer string. One message cannot hold so much; a native tool that repeats one text can.
function joinedText(texts: readonly string[]): string {
  const length = texts.reduce((sum, text) => sum + text.length + 1, 0)
  if (length <= constants.MAX_STRING_LENGTH) return texts.join('\n')
  return diagnostic(`${texts.length} texts are not shown`, 'together they are longer than a text can be')
}

function cut<Image extends { type: 'image' }>(blocks: (TextBlock | Image)[], maxBytes: number): (TextBlock | Image)[] {
  const total = blocks.reduce((sum, block) => sum + (isText(block) ? Buffer.byteLength(block.text) : 0), 0)
  if (total <= maxBytes) return blocks
  let room = maxBytes
  let told = false
  return blocks.flatMap((block): (TextBlock | Image)[] => {
    if (!isText(block)) return [block]
    if (told) return []
    const bytes = Buffer.byteLength(block.text)
    if (bytes <= room) {
      room -= bytes
      return [block]
    }
    told = true
    return [{ type: 'text', text: cutWithNotice(block.text, room, total - (maxBytes - room), maxBytes) }]
  })
}

function cutWithNotice(text: string, room: number, open: number, maxBytes: number): string {
  const kept = cutText(text, room).text
  const missingBytes = open - Buffer.byteLength(kept)
  const notice = diagnostic(`${missingBytes} bytes of text are not shown`, `the limit is ${maxBytes} bytes`)
  return kept === '' ? notice : `${kept}\n${notice}`
}

function isText(block: { type: string }): block is TextBlock {
  return block.type === 'text'
}
