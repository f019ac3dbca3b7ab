/**
 * Reads JSON that may have comments, trailing commas and a byte order mark, as editors write their settings. Throws the
 * `SyntaxError` of JSON.parse, whose position is that in the text.
 */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(
    text
      .replace(/^\uFEFF/, '')
      .replace(TOKEN, blankUnlessString)
      .replace(TRAILING_COMMA, blankComma),
  )
}

/** A string, which stays, or a comment. A string is matched first, so that what looks like a comment in it is none. */
const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\/\/[^\n]*|\/\*[^]*?\*\//g
const TRAILING_COMMA = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,(?=\s*[}\]])/g

function blankUnlessString(token: string): string {
  return token.startsWith('"') ? token : token.replaceAll(/[^\n]/g, ' ')
}

function blankComma(token: string): string {
  return token === ',' ? ' ' : token
}
