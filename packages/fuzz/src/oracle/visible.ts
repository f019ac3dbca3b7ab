/** Code points that show nothing, or change how others are shown. From the Unicode tables, not from a property escape. */
const UNSEEN: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const PLAIN = /^[ -~]*$/

/** Whether a text has a control character other than newline and tab, an invisible one, or half of a pair. */
export function hasUnseen(text: string): boolean {
  if (PLAIN.test(text)) return false
  for (const character of text) if (isUnseen(character.codePointAt(0) ?? 0)) return true
  return false
}

/** A text of a server as a person would see it. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\u2028', '\n')
    .replaceAll('\u2029', '\n')
  return Array.from(lines)
    .filter((character) => !isUnseen(character.codePointAt(0) ?? 0))
    .join('')
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')
}

/** A text without halves of surrogate pairs: what is left of it when it is sent anywhere as UTF-8. */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

function isUnseen(point: number): boolean {
  return UNSEEN.some(([from, to]) => from <= point && point <= to)
}
