import { parseBlock, type Block } from './blocks.js'
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { kindOf, readJson } from './lossless.js'
import type { CanonicalValue } from './outcome.js'

/** A result as a tool returned it, parsed. */
export type ToolResult =
  | { readable: true; isError: boolean; value: CanonicalValue; blocks: Block[] }
  | { readable: false; reason: string }

/** Parses any value into a result. Never throws. */
export function parseResult(raw: unknown): ToolResult {
  const reading = readJson(raw)
  if (!reading.ok) return { readable: false, reason: reading.reason }
  if (!isJsonObject(reading.value)) return { readable: false, reason: `it is ${kindOf(raw)}, not an object` }
  const value = canonicalValue(reading.value)
  return { readable: true, isError: reading.value['isError'] === true, value, blocks: value.content.map(parseBlock) }
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
  return [{ type: 'text', text: typeof toolResult === 'string' ? toolResult : jsonText(toolResult) }]
}

function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}
