import { plainLine } from '@harness-mcp/result-adapter'

/** How the SDK reports that a response stream broke. What follows is the error as text. */
const BROKEN = /^SSE stream disconnected: (?:\w*Error: )?/
const LONGEST_REASON_BYTES = 512

/** Why a response stream ended without its response, from what the SDK reported in the same moment, if anything. */
export function streamEnd(server: string, report: string): string {
  if (!BROKEN.test(report)) return 'the response stream ended without the response'
  const reason = report.replace(BROKEN, '').replace(`${server}: `, '')
  return `the response stream broke: ${plainLine(reason, LONGEST_REASON_BYTES)}`
}
