import { type McpOutcome, projectResult } from '@harness-mcp/result-adapter'

import type { McpTool } from '../discovery/tool.js'

/** What the model may read of a result. */
export interface Reading {
  readonly images: boolean | undefined
  /** In bytes of UTF-8. */
  readonly maxModelBytes: number | undefined
}

/** The outcome of a call that came back with a result. */
export function outcomeOf(raw: unknown, { outputSchema }: McpTool, { images, maxModelBytes }: Reading): McpOutcome {
  return projectResult(raw, {
    ...(outputSchema !== undefined && { outputSchema }),
    ...(images !== undefined && { images }),
    ...(maxModelBytes !== undefined && { maxModelBytes }),
  })
}
