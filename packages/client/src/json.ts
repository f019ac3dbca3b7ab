import type { JsonObject } from '@harness-mcp/result-adapter'

/** Whether a part of a message is an object. A message came out of a JSON parser, so that is all there is to check. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
