import type { ImageMediaType } from './outcome.js'

// 64 characters of base64 are 48 bytes: enough for every signature, whatever the size of the image.
const HEAD_LENGTH = 64

/** The type that the leading bytes of a base64 image show, when it is one that model APIs take. */
export function imageTypeOf(base64: string): ImageMediaType | undefined {
  const head = Buffer.from(base64.slice(0, HEAD_LENGTH), 'base64').toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'image/webp' : undefined
}

/** Whether the leading bytes look like an SVG document. */
export function looksLikeSvg(base64: string): boolean {
  const head = Buffer.from(base64.slice(0, 2048), 'base64').toString('utf8')
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(head)
}
