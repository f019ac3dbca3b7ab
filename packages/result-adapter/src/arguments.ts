import { quoted } from './diagnostics.js'
import { jsonErrorPosition } from './json-position.js'
import { isJsonObject, type JsonObject } from './json.js'

/** The arguments of a call, or a sentence for the model about what is wrong with them. */
export type ParsedArguments = { ok: true; value: JsonObject } | { ok: false; reason: string }

/**
 * The arguments of a call as an object. An object passes as it is, a JSON string that holds an object is parsed, and
 * malformed JSON is refused with the position of the mistake. A value that no JSON can be is refused too: a function, a symbol, a bigint.
 * Any other value, a blank string included, becomes `{}`: the server's own complaint about what is missing teaches the model
 * more than ours. Never throws.
 *
 * @param args - what the model gave.
 *
 * @example
 * ```ts
 * import { parseArguments } from '@harness-mcp/result-adapter'
 *
 * parseArguments('{"path": "a.txt"}') // { ok: true, value: { path: 'a.txt' } }
 * parseArguments('{"path": }') // { ok: false, reason: 'the arguments are not valid JSON: unexpected "}" at position 9' }
 * ```
 */
export function parseArguments(args: unknown): ParsedArguments {
  if (isJsonObject(args)) return { ok: true, value: args }
  // No model gives these: the program around it did, by mistake.
  if (NEVER_JSON.has(typeof args)) return { ok: false, reason: `the arguments are not JSON: a ${typeof args}` }
  if (typeof args !== 'string' || args.trim() === '') return { ok: true, value: {} }
  try {
    const value: unknown = JSON.parse(args)
    return { ok: true, value: isJsonObject(value) ? value : {} }
  } catch {
    return { ok: false, reason: `the arguments are not valid JSON: ${mistake(args)}` }
  }
}

const NEVER_JSON: ReadonlySet<string> = new Set(['function', 'symbol', 'bigint'])

function mistake(text: string): string {
  const position = jsonErrorPosition(text)
  if (position >= text.length) return `the text ends too early, at position ${position}`
  return `unexpected ${quoted(text.slice(position, position + 20))} at position ${position}`
}
