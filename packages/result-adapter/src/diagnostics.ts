import { plainLine } from './plain-text.js'

const MAX_BYTES = 600

/**
 * The one bracketed line that stands for something a model does not get to see: what, why, and that programs still have
 * the raw data. Texts from servers may be part of both arguments: the line is cleaned and capped.
 *
 * @param what - what is not shown, as the subject of a sentence.
 * @param why - the reason.
 *
 * @example
 * ```ts
 * import { diagnostic } from '@harness-mcp/result-adapter'
 *
 * diagnostic('audio/wav audio is not shown', 'models do not hear')
 * // '[audio/wav audio is not shown: models do not hear; programs still have the raw data]'
 * ```
 */
export function diagnostic(what: string, why: string): string {
  return `[${inner(what)}: ${inner(why)}; programs still have the raw data]`
}

/** The same line for a failed call, of which programs have no raw data. */
export function bracketed(what: string, why: string): string {
  return `[${inner(what)}: ${inner(why)}]`
}

/** How a diagnostic names a text that a server chose: quoted, and short. */
export function quoted(text: string): string {
  return JSON.stringify(plainLine(text, 100))
}

// A bracket inside would let a server end the line early and go on in the voice of the harness.
function inner(text: string): string {
  return plainLine(text, MAX_BYTES).replaceAll('[', '(').replaceAll(']', ')')
}
