// White space and line ends of ECMAScript (ECMA-262, 22.2.2): RE2 knows only those of ASCII.
const SPACES = String.raw`\t\n\v\f\r \x{A0}\x{1680}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}\x{2000}-\x{200A}`
const NOT_SPACES = String.raw`\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
const NOT_LINE_END = String.raw`[^\n\r\x{2028}\x{2029}]`
const ANYTHING = String.raw`[\x{0}-\x{10FFFF}]`
const NOTHING = String.raw`[^\x{0}-\x{10FFFF}]`

const SURROGATE_PAIR = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})$/
const TOKEN = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[^]|[^]/gu
const ECMA_ESCAPES = new Set('dDwWbBnrtfvcxupP')
const BACK_REFERENCE = /^\\[1-9k]/
const SPACE_BESIDE_DASH = /\\[sS]-|-\\[sS]/

/**
 * A pattern of JSON Schema (ECMA-262) as one of RE2 with the same meaning.
 *
 * @throws {SyntaxError} when it is no ECMAScript pattern, or one whose meaning in RE2 would be a guess.
 */
export function re2Pattern(source: string): string {
  if (!isUnicodePattern(source) && SPACE_BESIDE_DASH.test(source)) {
    throw new SyntaxError('white space beside a dash cannot be translated')
  }
  let pattern = ''
  let open: string | undefined
  for (const [token] of source.matchAll(TOKEN)) {
    if (open === undefined && token === '[') open = ''
    else if (open === undefined) pattern += outsideClass(token)
    else if (token !== ']') open += insideClass(token)
    else {
      pattern += characterClass(open)
      open = undefined
    }
  }
  return pattern
}

// Constructing a native expression parses it and runs nothing. Patterns are Unicode in JSON Schema, but many in use are
// valid only without that flag, such as `[\w-.]`.
function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode
  } catch {
    return new RegExp(source).unicode
  }
}

function outsideClass(token: string): string {
  if (token === '.') return NOT_LINE_END
  if (token === ']') return String.raw`\]`
  if (token === String.raw`\s`) return `[${SPACES}]`
  if (token === String.raw`\S`) return `[^${SPACES}]`
  return anywhere(token)
}

function insideClass(token: string): string {
  if (token === '[') return String.raw`\[`
  if (token === String.raw`\s`) return SPACES
  if (token === String.raw`\S`) return NOT_SPACES
  if (token === String.raw`\b`) return String.raw`\x08`
  return anywhere(token)
}

function characterClass(body: string): string {
  if (body === '') return NOTHING
  return body === '^' ? ANYTHING : `[${body}]`
}

function anywhere(token: string): string {
  const pair = SURROGATE_PAIR.exec(token)
  if (pair !== null) return String.raw`\x{${codePoint(pair[1], pair[2]).toString(16)}}`
  if (BACK_REFERENCE.test(token)) throw new SyntaxError('back-references cannot be matched in linear time')
  const [backslash, letter = ''] = token
  // `\A`, `\z` and `\Q` are anchors and quotes to RE2, and plain letters to ECMAScript.
  return backslash === '\\' && /[A-Za-z]/.test(letter) && !ECMA_ESCAPES.has(letter) ? letter : token
}

function codePoint(high = '', low = ''): number {
  return 0x10000 + (Number.parseInt(high, 16) - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00)
}
