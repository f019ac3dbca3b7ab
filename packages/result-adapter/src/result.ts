import { parseBlock, type Block } from './blocks.js'
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { kindOf, readJson } from './lossless.js'
import type { CanonicalValue } from './outcome.js'

/** How many blocks of a result are read for a model. The canonical value has all of them. */
export const MAX_BLOCKS = 10_000

/** A result as a tool returned it, parsed. */
export type ToolResult = ReadableResult | { readable: false; reason: string }

export interface ReadableResult {
  readonly readable: true
  readonly isError: boolean
  readonly value: CanonicalValue
  readonly blocks: readonly Block[]
  /** How many blocks come after those that are read for a model. */
  readonly unread: number
}

/** Parses any value into a result. Never throws. */
export function parseResult(raw: unknown): ToolResult {
  const reading = readJson(raw)
  if (!reading.ok) return { readable: false, reason: reading.reason }
  if (!isJsonObject(reading.value)) return { readable: false, reason: `it is ${kindOf(raw)}, not an object` }
  const value = canonicalValue(reading.value)
  const blocks = value.content.slice(0, MAX_BLOCKS).map(parseBlock)
  const unread = value.content.length - blocks.length
  return { readable: true, isError: reading.value['isError'] === true, value, blocks, unread }
}

function canonicalValue(result: JsonObject): CanonicalValue {
  const content = contentOf(result)
  const structuredContent = result['structuredContent']
  return structuredContent === undefined ? { content } : { content, structuredContent }
}

// A `content` that is no list is kept as the only block, where it becomes a diagnostic if it is none: nothing is lost.
function contentOf({ content, toolResult }: JsonObject): JsonValue[] {
  if (Array.isArray(content)) return content
  if (content !== undefined && content !== null) return [content]
  if (toolResult === undefined) return []
  // Revision 2024-10-07 of the MCP specification returned one value under this key instead of blocks.
  return [toolResultBlock(toolResult)]
}

function toolResultBlock(toolResult: JsonValue): JsonValue {
  try {
    return { type: 'text', text: typeof toolResult === 'string' ? toolResult : JSON.stringify(toolResult) }
  } catch {
    // Nested too deeply for a text: it is kept as it came.
    return toolResult
  }
}
