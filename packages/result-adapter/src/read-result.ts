import { diagnostic } from './diagnostics.js'
import type { McpErrorCode } from './error.js'
import type { EncodedImage } from './images.js'
import { reasonOf } from './lossless.js'
import type { CanonicalValue } from './outcome.js'
import { partsOf, type Part } from './parts.js'
import { plainLine } from './plain-text.js'
import { parseResult, type ToolResult } from './result.js'
import { checkOutput } from './schema/check.js'

/** A result before images are admitted and texts are joined. A `code` makes it a failure. */
export interface ReadResult {
  readonly parts: readonly Part<EncodedImage>[]
  readonly code?: McpErrorCode
  readonly value?: CanonicalValue
}

/**
 * Parses a result, checks it against the tool's schema, and says piece by piece what a model should read. Never throws: a
 * getter or a proxy of a native tool may have given JSON when it was first asked, and throw now.
 */
export function readResult(raw: unknown, outputSchema: unknown): ReadResult {
  try {
    return readParsed(parseResult(raw), outputSchema)
  } catch (error) {
    return { code: 'protocol', parts: [unreadable(reasonOf(error))] }
  }
}

function readParsed(result: ToolResult, outputSchema: unknown): ReadResult {
  if (!result.readable) return { code: 'protocol', parts: [unreadable(result.reason)] }
  const { value } = result
  const parts = partsOf(result)
  // An error is never checked: a complaint about its shape would hide what the tool says.
  if (result.isError) return { code: 'tool-error', parts: parts.every(isBlank) ? [WORDLESS_FAILURE] : parts, value }
  const check = checkOutput(outputSchema, value.structuredContent)
  switch (check.kind) {
    case 'valid':
      return { parts, value }
    case 'unchecked':
      return { parts: [...parts, unchecked(check.reason)], value }
    case 'mismatch':
      return { code: 'invalid-output', parts: [mismatch(check.reason), ...parts], value }
  }
}

const WORDLESS_FAILURE: Part<never> = { kind: 'text', text: 'The tool failed without saying why.' }

function isBlank(part: Part<EncodedImage>): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}

function unreadable(reason: string): Part<never> {
  return { kind: 'text', text: `The tool's result cannot be read: ${plainLine(reason, 300)}.` }
}

function unchecked(reason: string): Part<never> {
  return { kind: 'notice', text: diagnostic('the result was not checked against its output schema', reason) }
}

// The tool has run all the same, so its own text follows.
function mismatch(reason: string): Part<never> {
  return { kind: 'text', text: `The tool has run, but its result does not match its output schema: ${reason}.` }
}
