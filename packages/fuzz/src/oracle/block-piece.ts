import { isContainer, member } from './json.js'
import { bytesOf, essenceOf, imageTypeOf, isSvg, isText, textOf } from './media.js'
import { mention, type Piece } from './piece.js'
import { visible, visibleLine } from './visible.js'

/** What a model should read of one block. */
export function pieceOf(block: unknown): Piece {
  if (!isObject(block)) return missing()
  const get = (key: string): unknown => member(block, key)
  switch (get('type')) {
    case 'text':
      return textPiece(get('text'))
    case 'image':
      return imagePiece(get('data'), get('mimeType'))
    case 'audio':
      return missing(...mention(get('mimeType')))
    case 'resource':
      return resourcePiece(get('resource'))
    case 'resource_link':
      return linkPiece(get('uri'), get('name'), get('description'))
    default:
      return missing(...mention(get('type')))
  }
}

function textPiece(text: unknown): Piece {
  return typeof text === 'string' ? { kind: 'text', text } : missing()
}

function imagePiece(data: unknown, declared: unknown): Piece {
  const [, prefixType, payload] = typeof data === 'string' ? (/^data:([^,;]*)[^,]*,([^]*)$/i.exec(data) ?? []) : []
  const encoded = payload ?? data
  const essence = essenceOf(declared) ?? essenceOf(prefixType)
  const bytes = typeof encoded === 'string' ? bytesOf(encoded) : undefined
  if (typeof encoded !== 'string' || bytes === undefined || bytes.length === 0) return missing(...mention(essence))
  const mediaType = imageTypeOf(bytes)
  if (mediaType !== undefined) return { kind: 'image', mediaType, data: encoded }
  const text = textOf(bytes)
  if (text !== undefined && (essence === 'image/svg+xml' || isSvg(text))) return { kind: 'text', text }
  return missing(...mention(essence))
}

function resourcePiece(resource: unknown): Piece {
  if (!isObject(resource)) return missing()
  const [uri, mediaType, text, blob] = ['uri', 'mimeType', 'text', 'blob'].map((key) => member(resource, key))
  if (typeof text === 'string') return { kind: 'labelled', uri: shown(uri), text }
  if (typeof blob !== 'string') return missing()
  const bytes = bytesOf(blob)
  const essence = essenceOf(mediaType)
  const decoded = bytes !== undefined && essence !== undefined && isText(essence) ? textOf(bytes) : undefined
  if (decoded !== undefined) return { kind: 'labelled', uri: shown(uri), text: decoded }
  const size = bytes === undefined ? [] : [`${bytes.length} bytes`]
  return missing(...mention(uri), ...mention(mediaType), ...size)
}

function linkPiece(rawUri: unknown, name: unknown, description: unknown): Piece {
  const uri = shown(rawUri)
  if (uri === undefined) return missing()
  const described = typeof description === 'string' && shown(description) !== undefined
  return { kind: 'link', uri, name: shown(name), description: described ? visible(description) : undefined }
}

/** A text of which a person would see something, on one line. */
function shown(text: unknown): string | undefined {
  return typeof text === 'string' && visibleLine(text) !== '' ? visibleLine(text) : undefined
}

function missing(...mentions: string[]): Piece {
  return { kind: 'missing', mentions }
}

function isObject(value: unknown): value is object {
  return isContainer(value) && !Array.isArray(value)
}
