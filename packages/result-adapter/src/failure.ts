import { arrange } from './arrange.js'
import { bracketed } from './diagnostics.js'
import type { McpError } from './error.js'
import { imageIsNotShown, type EncodedImage } from './images.js'
import type { McpOutcome } from './outcome.js'
import type { Part } from './parts.js'
import { plainText } from './plain-text.js'

const MAX_BYTES = 16_384

/**
 * The outcome of a call that gave no result: the error's code, and its message as the text for the model, cleaned by
 * `plainText` and at most 16,384 bytes long.
 *
 * @param error - why there is no result.
 *
 * @example
 * ```ts
 * import { failureOutcome, McpError } from '@harness-mcp/result-adapter'
 *
 * failureOutcome(new McpError('github: the call took longer than 60000 ms', { code: 'timeout', server: 'github' }))
 * // { isError: true, code: 'timeout', content: [{ type: 'text', text: 'github: the call took longer than 60000 ms' }] }
 * ```
 */
export function failureOutcome(error: McpError): McpOutcome {
  const text = plainText(error.message, MAX_BYTES)
  return { isError: true, code: error.code, content: [{ type: 'text', text: text === '' ? 'The call failed.' : text }] }
}

/** A failed result as the one text that a registry's error can carry. */
export function failureText(parts: readonly Part<EncodedImage>[], maxModelBytes: number | undefined): string {
  const texts = parts.map((part) => textPart(part, parts.length === 1))
  return arrange(texts, maxModelBytes)
    .map((block) => block.text)
    .join('\n')
}

function textPart(part: Part<EncodedImage>, alone: boolean): Part<never> {
  switch (part.kind) {
    case 'image':
      return {
        kind: 'diagnostic',
        line: () => bracketed(imageIsNotShown(part.image), 'the error of a failed call is text only'),
      }
    case 'structured':
      return alone ? part : { kind: 'structured', text: `structured content: ${part.text}` }
    default:
      return part
  }
}
