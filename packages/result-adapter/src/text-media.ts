import { decodeBase64 } from './base64.js'

const TEXT_TYPES = new Set([
  'application/json',
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/typescript',
  'application/x-typescript',
  'application/xml',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/graphql',
  'application/x-ndjson',
  'application/jsonl',
  'application/x-sh',
  'application/x-httpd-php',
  'application/x-www-form-urlencoded',
])

/** Text that was in a blob, or why there is none. */
export type BlobText = { ok: true; text: string } | { ok: false; reason: string }

/**
 * Whether a media type says that its bytes are text: `text/*`, JSON, XML, YAML, program code, and every type that ends in
 * `+json`, `+xml` or `+yaml` (`image/svg+xml` is one). Case and parameters do not matter.
 *
 * @param mediaType - the media type, with or without parameters.
 *
 * @example
 * ```ts
 * import { isTextMediaType } from '@harness-mcp/result-adapter'
 *
 * isTextMediaType('application/ld+json; charset=utf-8') // true
 * isTextMediaType('application/pdf') // false
 * ```
 */
export function isTextMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType)
  return essence.startsWith('text/') || /\+(?:json|xml|yaml)$/.test(essence) || TEXT_TYPES.has(essence)
}

/** A media type without parameters, in lower case: `text/html` of `Text/HTML; charset=utf-8`. */
export function mediaTypeEssence(mediaType: string): string {
  const end = mediaType.indexOf(';')
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase()
}

/**
 * The text of a base64 blob: UTF-8, or UTF-16 when a byte order mark says so. Refuses what is not canonical base64 or
 * not text. Never throws.
 *
 * @param blob - the base64 text.
 */
export function textOfBlob(blob: string): BlobText {
  const decoded = decodeBase64(blob)
  if (!decoded.ok) return { ok: false, reason: `it is not base64: ${decoded.reason}` }
  try {
    return { ok: true, text: new TextDecoder(encodingOf(decoded.bytes), { fatal: true }).decode(decoded.bytes) }
  } catch {
    return { ok: false, reason: 'its bytes are not text in UTF-8' }
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}
