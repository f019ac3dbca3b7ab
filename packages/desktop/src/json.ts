import type { JsonObject } from '@harness-mcp/result-adapter'

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
