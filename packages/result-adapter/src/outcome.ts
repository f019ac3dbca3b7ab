import type { McpErrorCode } from './error.js'
import type { JsonValue } from './json.js'

/** The image types that model APIs take. */
export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** One piece of what a model reads. `data` is canonical base64 without a `data:` prefix. */
export type ModelBlock = { type: 'text'; text: string } | { type: 'image'; mediaType: ImageMediaType; data: string }

/**
 * The complete result for programs, deep-equal to what the server sent, but for numbers that JSON cannot hold (`1e999`):
 * they are `null`. Never cut.
 */
export interface CanonicalValue {
  /** The blocks of the result; empty when the server sent none. */
  content: JsonValue[]
  /** The structured content of the result, when it has some. */
  structuredContent?: JsonValue
}

/** What one tool call came to. */
export interface McpOutcome {
  /** Whether the call failed. */
  isError: boolean
  /** Present when `isError`. */
  code?: McpErrorCode
  /** What the model reads, in the order of the result's blocks. Never empty. */
  content: ModelBlock[]
  /** Absent when the result had no readable shape, or when no result arrived. */
  value?: CanonicalValue
}
