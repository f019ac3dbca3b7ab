import type { JsonValue, ToolExecution } from '@harness-mcp/result-adapter'
import type { ResourceSource } from './directory.js'
import { toLosslessJson } from './json.js'
import type { McpResourceRequest } from './provider.js'

/** One operation on one server: nothing is sent for a caller who has given up, and what comes back is lossless JSON. */
export async function ask(
  source: ResourceSource,
  request: McpResourceRequest,
  exec: ToolExecution,
): Promise<JsonValue> {
  exec.signal.throwIfAborted()
  return toLosslessJson(await source.provider.request(request, exec), source.server)
}
