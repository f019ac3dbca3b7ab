import { base64Problem, base64Size } from './base64.js'
import { imageTypeOf, looksLikeSvg } from './image-type.js'
import type { ImageMediaType } from './outcome.js'
import { plainLine } from './plain-text.js'
import { mediaTypeEssence, textOfBlob } from './text-media.js'

/** An image that a model can be given. `data` is canonical base64; `bytes` is its decoded size. */
export interface EncodedImage {
  readonly mediaType: ImageMediaType
  readonly data: string
  readonly bytes: number
}

/** What the data of an image block turned out to be. SVG is text. */
export type ImageReading =
  | { kind: 'image'; image: EncodedImage }
  | { kind: 'svg'; text: string }
  | { kind: 'refused'; mediaType: string | undefined; reason: string }

/**
 * Reads the two fields of an image block. The leading bytes decide the type, whatever was declared: servers send JPEG
 * labelled as PNG, `image/jpg`, `data:` URLs and no type at all, and model APIs refuse the whole request for each.
 */
export function readImage(data: unknown, declaredType: unknown): ImageReading {
  const declared = typeof declaredType === 'string' ? typeIn(declaredType) : undefined
  if (typeof data !== 'string') return { kind: 'refused', mediaType: declared, reason: 'its data is not a string' }
  const payload = withoutDataPrefix(data)
  const mediaType = declared ?? payload.mediaType
  const refuse = (reason: string): ImageReading => ({ kind: 'refused', mediaType, reason })
  if (payload.base64 === '') return refuse('its data is empty')
  const problem = base64Problem(payload.base64)
  if (problem !== undefined) return refuse(`its data is not canonical base64: ${problem}`)
  const type = imageTypeOf(payload.base64)
  if (type !== undefined) return { kind: 'image', image: encoded(type, payload.base64) }
  if (mediaType !== 'image/svg+xml' && !looksLikeSvg(payload.base64))
    return refuse('its bytes are no PNG, JPEG, WebP or GIF')
  const svg = textOfBlob(payload.base64)
  return svg.ok ? { kind: 'svg', text: svg.text } : refuse(svg.reason)
}

/** How a diagnostic names an image: `an image of type image/png (1234 bytes) is not shown`. */
export function imageIsNotShown({ mediaType, bytes }: EncodedImage): string {
  return `an image of type ${mediaType} (${bytes} bytes) is not shown`
}

function encoded(mediaType: ImageMediaType, data: string): EncodedImage {
  return { mediaType, data, bytes: base64Size(data) }
}

const DATA_PREFIX = /^data:([^,;]*)[^,]*,/i

function withoutDataPrefix(data: string): { base64: string; mediaType: string | undefined } {
  const prefix = DATA_PREFIX.exec(data.slice(0, 1024))
  if (prefix === null) return { base64: data, mediaType: undefined }
  const [whole, type = ''] = prefix
  return { base64: data.slice(whole.length), mediaType: typeIn(type) }
}

function typeIn(text: string): string | undefined {
  const essence = mediaTypeEssence(text)
  return plainLine(essence, 100) === '' ? undefined : essence
}
