import { repeatedKeys } from './repeated-keys.js'

export interface ParsedJson {
  readonly value: unknown
  /** Where an object has a key more than once; `value` has the last one. */
  readonly repeated: readonly string[]
}

/**
 * Reads JSON that may have comments, trailing commas and a byte order mark, as editors write their settings. Throws the
 * `SyntaxError` of JSON.parse, whose position is that in the text.
 */
export function parseJsonWithComments(text: string): ParsedJson {
  const json = text
    .replace(/^\uFEFF/, '')
    .replace(TOKEN, blankUnlessString)
    .replace(TRAILING_COMMA, blankComma)
  return { value: JSON.parse(json), repeated: repeatedKeys(json) }
}

/**
 * A string, which stays, or a comment. A string is matched first, so that what looks like a comment in it is none. A
 * comment without an end goes to the end of the text: to look for the end anew at each beginning takes minutes.
 */
const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g
const TRAILING_COMMA = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,(?=\s*[}\]])/g

function blankUnlessString(token: string): string {
  const isWhole = token.startsWith('//') || (token.length > 3 && token.endsWith('*/'))
  return token.startsWith('"') || !isWhole ? token : token.replaceAll(/[^\n]/g, ' ')
}

function blankComma(token: string): string {
  return token === ',' ? ' ' : token
}
