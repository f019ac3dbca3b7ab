import { visibleLine } from './visible.js'

/** The bytes of canonical base64; `undefined` when it is not. */
export function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}

/** The image type that bytes show. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const starts = (...head: number[]): boolean => head.every((byte, index) => bytes[index] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x47, 0x49, 0x46, 0x38, 0x37, 0x61) || starts(0x47, 0x49, 0x46, 0x38, 0x39, 0x61)) return 'image/gif'
  const isWebp = starts(0x52, 0x49, 0x46, 0x46) && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}

/** The text that bytes hold: UTF-8, or UTF-16 when they begin with its mark. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return bytes.length % 2 === 0 ? utf16(Buffer.from(bytes.subarray(2)).swap16()) : undefined
  }
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) return undefined
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Whether a text is an SVG document. */
export function isSvg(text: string): boolean {
  return /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/i.test(text)
}

/** A declared media type without its parameters; `undefined` when nothing is declared. */
export function essenceOf(mediaType: unknown): string | undefined {
  if (typeof mediaType !== 'string') return undefined
  const [essence = ''] = mediaType.split(';')
  return visibleLine(essence) === '' ? undefined : essence.trim().toLowerCase()
}

/** Whether bytes of that type are text. */
export function isText(essence: string): boolean {
  return essence.startsWith('text/') || essence === 'application/json' || essence === 'image/svg+xml'
}

function utf16(bytes: Buffer): string | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const text = bytes.toString('utf16le')
  return /\p{Cs}/u.test(text) ? undefined : text
}
