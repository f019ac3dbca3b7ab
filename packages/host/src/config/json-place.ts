import { parseArguments } from '@harness-mcp/result-adapter'

/** A place in a text, as editors count: from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Where a text stops being JSON with comments and trailing commas. `undefined` when it does not. */
export function placeOfMistake(text: string): Place | undefined {
  const json = text
    .replace(/^\uFEFF/, ' ')
    .replace(COMMENT, blanked)
    .replace(TRAILING_COMMA, blanked)
  const parsed = parseArguments(json)
  // Of the sentence only the number is for others: its words quote the file, which may have secrets in it.
  const [, position] = parsed.ok ? [] : (/ at position (\d+)/.exec(parsed.reason) ?? [])
  return position === undefined ? undefined : placeAt(text, Number(position))
}

/** Strings come first in both, so that nothing in one is taken for anything else. */
const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g
const TRAILING_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g

function blanked(token: string): string {
  return token.startsWith('"') ? token : token.replaceAll(/[^\n]/g, ' ')
}

function placeAt(text: string, position: number): Place {
  const lines = text.slice(0, position).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
