import { base64Size } from './base64.js'
import { quoted } from './diagnostics.js'
import { readImage, type EncodedImage } from './images.js'
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { kindOf } from './lossless.js'
import { plainLine } from './plain-text.js'
import { isTextMediaType, textOfBlob } from './text-media.js'

const MAX_LABEL_BYTES = 2048

/**
 * One block of a result, parsed. The block types are those of the MCP specification 2025-11-25, server/tools; every other
 * shape is `rejected`, and only that block is.
 */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'image'; image: EncodedImage }
  | { kind: 'audio'; mediaType: string | undefined; bytes: number }
  | { kind: 'document'; uri: string | undefined; text: string }
  | { kind: 'binary'; uri: string | undefined; mediaType: string | undefined; bytes: number; reason: string }
  | { kind: 'link'; name: string | undefined; uri: string; description: string | undefined }
  | { kind: 'rejected'; what: string; reason: string }

/** Parses one block. Never throws. */
export function parseBlock(raw: JsonValue): Block {
  if (!isJsonObject(raw)) return { kind: 'rejected', what: 'a block', reason: `it is ${kindOf(raw)}, not an object` }
  switch (raw['type']) {
    case 'text':
      return textBlock(raw)
    case 'image':
      return imageBlock(raw)
    case 'audio':
      return { kind: 'audio', mediaType: optionalText(raw['mimeType']), bytes: sizeOf(raw['data']) }
    case 'resource':
      return resourceBlock(raw['resource'])
    case 'resource_link':
      return linkBlock(raw)
    default:
      return unknownBlock(raw['type'])
  }
}

function textBlock(raw: JsonObject): Block {
  const text = raw['text']
  if (typeof text === 'string') return { kind: 'text', text }
  return { kind: 'rejected', what: 'a text block', reason: `its text is ${kindOf(text)}, not a string` }
}

function imageBlock(raw: JsonObject): Block {
  const reading = readImage(raw['data'], raw['mimeType'])
  if (reading.kind === 'image') return reading
  if (reading.kind === 'svg') return { kind: 'text', text: reading.text }
  const what =
    reading.mediaType === undefined
      ? 'an image without a media type'
      : `an image of type ${plainLine(reading.mediaType, 100)}`
  return { kind: 'rejected', what, reason: reading.reason }
}

function resourceBlock(resource: JsonValue | undefined): Block {
  const what = 'a resource block'
  if (!isJsonObject(resource)) return { kind: 'rejected', what, reason: `its resource is ${kindOf(resource)}` }
  const uri = optionalText(resource['uri'])
  const { text, blob } = resource
  if (typeof text === 'string') return { kind: 'document', uri, text }
  if (typeof blob !== 'string') return { kind: 'rejected', what, reason: 'it has neither text nor a blob' }
  return blobBlock(uri, optionalText(resource['mimeType']), blob)
}

function blobBlock(uri: string | undefined, mediaType: string | undefined, blob: string): Block {
  const binary = { kind: 'binary', uri, mediaType, bytes: base64Size(blob) } as const
  if (mediaType === undefined || !isTextMediaType(mediaType)) return { ...binary, reason: 'it is binary' }
  const content = textOfBlob(blob)
  return content.ok ? { kind: 'document', uri, text: content.text } : { ...binary, reason: content.reason }
}

function linkBlock(raw: JsonObject): Block {
  const uri = optionalText(raw['uri'])
  if (uri === undefined)
    return { kind: 'rejected', what: 'a resource link', reason: `its URI is ${absence(raw['uri'])}` }
  return { kind: 'link', name: optionalText(raw['name']), uri, description: optionalText(raw['description']) }
}

function unknownBlock(type: JsonValue | undefined): Block {
  if (typeof type !== 'string') return { kind: 'rejected', what: 'a block', reason: `its type is ${kindOf(type)}` }
  return { kind: 'rejected', what: `a block of type ${quoted(type)}`, reason: 'the type is unknown' }
}

function absence(value: JsonValue | undefined): string {
  return typeof value === 'string' ? 'empty' : kindOf(value)
}

// A text of which nothing can be seen is none: a label made of it would be empty.
function optionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && plainLine(value, MAX_LABEL_BYTES) !== '' ? value : undefined
}

function sizeOf(data: JsonValue | undefined): number {
  return typeof data === 'string' ? base64Size(data) : 0
}
