import { diagnostic, isTextMediaType, textOfBlob, type JsonObject, type JsonValue } from '@harness-mcp/result-adapter'
import { isJsonObject } from './json.js'

/**
 * What the model reads of a result: the server's name, a newline, and the result as JSON, in which base64 has no place.
 * Only the `blob` of an entry of `contents` is base64; a key named `blob` anywhere else is the server's own.
 */
export function resourceText(server: string, result: JsonValue): string {
  return `MCP server: ${server}\n${JSON.stringify(withoutBlobs(result))}`
}

function withoutBlobs(result: JsonValue): JsonValue {
  if (!isJsonObject(result) || !Array.isArray(result['contents'])) return result
  return { ...result, contents: result['contents'].map(withoutBlob) }
}

function withoutBlob(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry)) return entry
  const blob = entry['blob']
  if (typeof blob !== 'string') return entry
  const replacement = readableBlob(entry, blob)
  return Object.fromEntries(Object.entries(entry).map((pair) => (pair[0] === 'blob' ? replacement : pair)))
}

/** A blob of text becomes a `text`; anything else, and what cannot be decoded, a description. */
function readableBlob(entry: JsonObject, blob: string): [key: string, value: string] {
  const text = 'text' in entry ? undefined : decodedText(entry['mimeType'], blob)
  return text === undefined ? ['blob', described(blob)] : ['text', text]
}

function decodedText(mediaType: JsonValue | undefined, blob: string): string | undefined {
  if (typeof mediaType !== 'string' || !isTextMediaType(mediaType)) return undefined
  const decoded = textOfBlob(blob)
  return decoded.ok ? decoded.text : undefined
}

/** Cleaned once: a server may send a million blobs, and only the number differs. */
const NO_BYTES = diagnostic('0 bytes of binary data', 'not text')

function described(blob: string): string {
  return NO_BYTES.replace('0', String(bytesIn(blob)))
}

/** Counted, not decoded: four characters of base64 hold three bytes, and each `=` at the end one less. */
function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}
