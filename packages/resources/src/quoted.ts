import { plainText } from '@harness-mcp/result-adapter'

/** A name that a model made up, fit for a sentence: cleaned, escaped, and at most 100 bytes of it. */
export function quoted(name: string): string {
  return JSON.stringify(plainText(name, 100))
}
