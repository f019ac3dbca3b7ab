import { cpus } from 'node:os'

import type { Finding } from '../finding.js'
import { versionOf } from '../versions.js'
import { missed, table } from './table.js'

const COMPARED = ['@modelcontextprotocol/client', '@ai-sdk/mcp', '@langchain/mcp-adapters', '@modelcontextprotocol/sdk']

/** The whole page, for `docs/benchmarks.md`. */
export function page(findings: readonly Finding[], { quick }: { readonly quick: boolean }): string {
  const misses = missed(findings)
  const notes = findings.flatMap(({ title, notes: own }) => (own.length === 0 ? [] : [`${title}: ${own.join(' ')}`]))
  return [
    '# Benchmarks',
    `Written by \`pnpm bench\`${quick ? ' --quick, a short run: the figures are rough' : ''}. One process measures everybody in turn, round by round, so that a busy moment of the machine falls on all of them; trust the ratios more than the times. Each figure is a median with its quartiles; a ratio is the median of the ratios of neighbouring samples.`,
    [
      '- **ours** is `@harness-mcp/client` through `connectMcpServer` and `call`: the result is checked and projected for a model.',
      '- **SDK** is the raw `Client` of the official SDK, told the era of the server beforehand.',
      '- **AI SDK** is `@ai-sdk/mcp`, of the newest line that declares Node 20. **LangChain** is `@langchain/mcp-adapters` with the buffer of its transport enlarged. Both speak only the older revisions.',
      '- **bare loop** writes and reads JSON-RPC on the same pipe with a timer and a signal for each request, and looks at nothing.',
      '- The payload servers send answers that were made before: what they cost is small, and the same for all.',
    ].join('\n'),
    `Measured with ${COMPARED.map((name) => `\`${name}\` ${versionOf(name)}`).join(', ')} on Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}.`,
    '![Ours as a share of the SDK](benchmarks.svg)',
    table(findings),
    '## Notes',
    list(notes),
    '## Missed goals',
    misses.length === 0 ? 'None.' : list(misses),
    '',
  ].join('\n\n')
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
