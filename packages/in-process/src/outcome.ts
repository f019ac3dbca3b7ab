import type { ToolResult } from './content.js'

/** A failed call, with the reason for the model. */
export function failure(text: string): ToolResult<never> {
  return { content: [{ type: 'text', text }], isError: true }
}
