import type { Block } from './blocks.js'
import { diagnostic } from './diagnostics.js'
import type { EncodedImage } from './images.js'
import type { JsonValue } from './json.js'
import { plainLine, plainText } from './plain-text.js'
import { MAX_BLOCKS, type ReadableResult } from './result.js'
import { isShown } from './shown-json.js'

const MAX_URI_BYTES = 2048
const MAX_NAME_BYTES = 300
const MAX_DESCRIPTION_BYTES = 4096

/** One piece of a model's content, before neighbours are joined. `Image` is what stands for an image at that stage. */
export type Part<Image> =
  | { kind: 'text'; text: string }
  | Diagnostic
  | { kind: 'notice'; text: string }
  | { kind: 'structured'; text: string }
  | { kind: 'image'; image: Image }

/** What is said in place of a block. The line is written when it is sure to be shown: most of a million are not. */
export type Diagnostic = { kind: 'diagnostic'; line: () => string }

/** What a model should read of a result, in block order; structured content comes last, unless a text block is it. */
export function partsOf({ blocks, unread, value }: ReadableResult): Part<EncodedImage>[] {
  const parts = [...blocks.map(partOf), ...unreadNotice(unread)]
  const { structuredContent } = value
  if (structuredContent === undefined || isShown(structuredContent, blocks.flatMap(ownText))) return parts
  const worthReading = parts.filter((part) => part.kind !== 'text' || part.text.trim() !== '')
  return [...worthReading, structuredPart(structuredContent)]
}

function ownText(block: Block): string[] {
  return block.kind === 'text' ? [block.text] : []
}

function unreadNotice(unread: number): Part<never>[] {
  if (unread === 0) return []
  const why = `a model reads the first ${MAX_BLOCKS} blocks of a result`
  return [{ kind: 'notice', text: diagnostic(`the last ${unread} blocks are not shown`, why) }]
}

function partOf(block: Block): Part<EncodedImage> {
  switch (block.kind) {
    case 'text':
    case 'image':
      return block
    case 'document':
      return { kind: 'text', text: `Resource ${uriText(block.uri)}:\n${block.text}` }
    case 'link':
      return { kind: 'text', text: linkText(block) }
    case 'audio':
      return missing(
        () => `audio of ${typeText(block.mediaType)} (${block.bytes} bytes)`,
        'a model reads text and images only',
      )
    case 'binary':
      return missing(
        () => `resource ${uriText(block.uri, MAX_NAME_BYTES)} of ${typeText(block.mediaType)} (${block.bytes} bytes)`,
        block.reason,
      )
    case 'rejected':
      return missing(() => block.what, block.reason)
  }
}

function missing(what: () => string, why: string): Diagnostic {
  return { kind: 'diagnostic', line: () => diagnostic(`${what()} is not shown`, why) }
}

function linkText(link: { name: string | undefined; uri: string; description: string | undefined }): string {
  const uri = uriText(link.uri)
  const head = link.name === undefined ? uri : `${plainLine(link.name, MAX_NAME_BYTES)} (${uri})`
  if (link.description === undefined) return `Resource link: ${head}`
  return `Resource link: ${head}: ${plainText(link.description, MAX_DESCRIPTION_BYTES)}`
}

function uriText(uri: string | undefined, maxBytes: number = MAX_URI_BYTES): string {
  return uri === undefined ? 'without a URI' : plainLine(uri, maxBytes)
}

function typeText(mediaType: string | undefined): string {
  return mediaType === undefined ? 'no media type' : `type ${plainLine(mediaType, 100)}`
}

function structuredPart(value: JsonValue): Part<never> {
  try {
    return { kind: 'structured', text: JSON.stringify(value) }
  } catch {
    const why = 'it is nested too deeply or too long to be written as JSON'
    return { kind: 'notice', text: diagnostic('structured content is not shown', why) }
  }
}
