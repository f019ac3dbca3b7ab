import { diagnostic } from './diagnostics.js'
import type { Part } from './parts.js'
import { cutText } from './plain-text.js'

const MAX_DIAGNOSTICS = 50
const NOTHING = 'The tool returned nothing for the model to read.'

type TextBlock = { type: 'text'; text: string }

/**
 * Parts as the content that a model reads: neighbouring texts joined with a newline, blank runs dropped, the text cut to
 * `maxBytes` of UTF-8, and a sentence when nothing is left.
 */
export function arrange<Image extends { type: 'image' }>(
  parts: readonly Part<Image>[],
  maxBytes: number = Infinity,
): (TextBlock | Image)[] {
  const blocks = joined(foldedDiagnostics(parts)).filter((block) => block.type !== 'text' || block.text.trim() !== '')
  return blocks.length === 0 ? [{ type: 'text', text: NOTHING }] : cut(blocks, maxBytes)
}

// Each bad block costs a line, and a server may send a million of them.
function foldedDiagnostics<Image>(parts: readonly Part<Image>[]): readonly Part<Image>[] {
  let seen = 0
  const kept = parts.filter((part) => part.kind !== 'diagnostic' || ++seen <= MAX_DIAGNOSTICS)
  if (seen <= MAX_DIAGNOSTICS) return kept
  const text = diagnostic(`${seen - MAX_DIAGNOSTICS} more blocks are not shown`, 'there are too many to name each')
  return [...kept, { kind: 'diagnostic', text }]
}

function joined<Image extends { type: 'image' }>(parts: readonly Part<Image>[]): (TextBlock | Image)[] {
  const blocks: (TextBlock | Image)[] = []
  let run: string[] = []
  const endRun = (): void => {
    if (run.length > 0) blocks.push({ type: 'text', text: run.join('\n') })
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
