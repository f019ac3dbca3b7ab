import { plainText } from '@harness-mcp/result-adapter'

import type { Harness } from '../harness/harness.js'
import type { Report } from '../output/report.js'

const SHOWN_BYTES = 1_024 * 1_024

/** The system prompt as the harness assembles it: the names of the servers, and their instructions. */
export async function prompt(harness: Harness): Promise<Report> {
  const assembled = await harness.prompt()
  return { ok: true, json: assembled, text: () => plainText(assembled.text, SHOWN_BYTES) }
}
