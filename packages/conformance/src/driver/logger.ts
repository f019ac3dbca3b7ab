import type { McpLogger } from '@harness-mcp/client'

/** The referee keeps it, and the report shows its end when the scenario fails. */
export const toStandardError: McpLogger = { info: note, warn: note, error: note }

function note(message: string): void {
  process.stderr.write(`${message}\n`)
}
