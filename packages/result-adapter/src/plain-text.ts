const INVISIBLE = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
const PRINTABLE_ASCII = /^[ -~]*$/
const HALF_PAIR = /\p{Cs}/gu
const LINE_BREAK = /\r\n?|\u2028|\u2029/g
const ELLIPSIS = '…'
const ELLIPSIS_BYTES = 3

/** A text cut to a number of bytes. */
export interface CutText {
  /** What fits. */
  readonly text: string
  /** UTF-8 bytes that were left out; 0 when the text is whole. */
  readonly missingBytes: number
}

/**
 * The longest beginning of a text that fits into `maxBytes` of UTF-8 and ends between two characters.
 *
 * @param text - the text.
 * @param maxBytes - the most that is kept, in bytes of UTF-8.
 *
 * @example
 * ```ts
 * import { cutText } from '@harness-mcp/result-adapter'
 *
 * cutText('héllo', 2) // { text: 'h', missingBytes: 5 }
 * ```
 */
export function cutText(text: string, maxBytes: number): CutText {
  const total = Buffer.byteLength(text)
  if (total <= maxBytes) return { text, missingBytes: 0 }
  const room = new Uint8Array(Math.max(0, Math.trunc(maxBytes)))
  const { read, written } = new TextEncoder().encodeInto(text, room)
  return { text: text.slice(0, read), missingBytes: total - written }
}

/**
 * Text from a server, made safe to show: no control characters but newline and tab, nothing that reverses the direction
 * of writing, nothing invisible (zero-width characters, tag characters, variation selectors), no half surrogate pairs.
 * Line breaks of every kind become a newline. At most `maxBytes` of UTF-8; a cut text ends in `…`.
 *
 * @param text - the text.
 * @param maxBytes - the most that is kept, in bytes of UTF-8.
 *
 * @example
 * ```ts
 * import { plainText } from '@harness-mcp/result-adapter'
 *
 * plainText('pay\u200bload\u202e\r\nnext', 100) // 'payload\nnext'
 * ```
 */
export function plainText(text: string, maxBytes: number): string {
  const { head, whole } = beginning(text, maxBytes)
  return withEllipsis(cleaned(head), maxBytes, whole)
}

/**
 * {@link plainText} on one line: every run of white space becomes one space, and none is left at the ends.
 *
 * @param text - the text.
 * @param maxBytes - the most that is kept, in bytes of UTF-8.
 */
export function plainLine(text: string, maxBytes: number): string {
  const { head, whole } = beginning(text, maxBytes)
  return withEllipsis(cleaned(head).replace(/\s+/g, ' ').trim(), maxBytes, whole)
}

/**
 * A text with `U+FFFD` for each half of a surrogate pair. JSON can hold a half, UTF-8 cannot, and model APIs answer a
 * request that has one with an error.
 */
export function wellFormed(text: string): string {
  return text.replace(HALF_PAIR, '\ufffd')
}

// Cleaning many megabytes to keep a few bytes would let the server decide how much we work.
function beginning(text: string, maxBytes: number): { head: string; whole: boolean } {
  const head = text.slice(0, 4 * maxBytes + 4)
  return { head, whole: head.length === text.length }
}

function cleaned(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  return text.replace(LINE_BREAK, '\n').replace(INVISIBLE, (found) => (found === '\n' || found === '\t' ? found : ''))
}

function withEllipsis(text: string, maxBytes: number, whole: boolean): string {
  if (whole && Buffer.byteLength(text) <= maxBytes) return text
  if (maxBytes < ELLIPSIS_BYTES) return cutText(text, maxBytes).text
  return cutText(text, maxBytes - ELLIPSIS_BYTES).text + ELLIPSIS
}
