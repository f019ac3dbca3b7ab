import { plainLine } from '@harness-mcp/result-adapter'

import type { Harness } from '../harness/harness.js'
import type { Findings, Report } from '../output/report.js'
import { table } from '../output/table.js'
import type { Screen } from '../output/terminal.js'
import { type Declaration, estimateTokens, TOKEN_METHOD } from '../tokens.js'
import { signatureOf } from './signature.js'

interface CountedTool extends Declaration {
  readonly tokens: number
}

/** The tools of one server; `server` is `null` for those that all servers share. */
export interface ToolGroup {
  readonly server: string | null
  readonly tokens: number
  readonly tools: readonly CountedTool[]
}

interface ToolFindings extends Findings {
  readonly json: { readonly tokens: number; readonly tokenMethod: string; readonly servers: readonly ToolGroup[] }
}

/** What the model is told of every tool, and what that costs. */
export async function tools(harness: Harness): Promise<Report> {
  return { ok: true, ...describeTools(groupTools(harness)) }
}

/** What is told of these groups of tools. */
export function describeTools(groups: readonly ToolGroup[]): ToolFindings {
  return {
    json: { tokens: sum(groups), tokenMethod: TOKEN_METHOD, servers: groups },
    text: (screen) => [...groups.map((group) => describeGroup(group, screen)), totalLine(groups)].join('\n\n'),
  }
}

/** The declarations by server, in the order of the configuration; shared tools last. */
export function groupTools(harness: Harness): ToolGroup[] {
  const declared = harness.declarations().map((tool) => counted(tool))
  const groups = harness.servers().map((server) => {
    const own = new Set(server.tools().map(({ name }) => name))
    return grouped(
      server.name,
      declared.filter(({ name }) => own.has(name)),
    )
  })
  const owned = new Set(groups.flatMap((each) => each.tools.map(({ name }) => name)))
  const shared = declared.filter(({ name }) => !owned.has(name))
  return shared.length === 0 ? groups : [...groups, grouped(null, shared)]
}

export function totalLine(groups: readonly ToolGroup[]): string {
  const count = groups.reduce((total, { tools: { length } }) => total + length, 0)
  return `${count} tools, about ${sum(groups)} tokens in every request (${TOKEN_METHOD})`
}

function counted({ name, description, parameters }: Declaration): CountedTool {
  return { name, description, parameters, tokens: estimateTokens({ name, description, parameters }) }
}

function grouped(server: string | null, own: readonly CountedTool[]): ToolGroup {
  return { server, tokens: sum(own), tools: own }
}

function sum(counts: readonly { readonly tokens: number }[]): number {
  return counts.reduce((total, { tokens }) => total + tokens, 0)
}

const LONGEST_DESCRIPTION = 16_384

function describeGroup({ server, tokens, tools: own }: ToolGroup, screen: Screen): string {
  const heading = screen.paint.bold(screen.paint.cyan(server ?? 'of the harness itself'))
  const title = `${heading}: ${own.length} tools, about ${tokens} tokens`
  if (own.length === 0) return title
  const rows = own.map((tool) => [
    tool.name,
    plainLine(tool.description, LONGEST_DESCRIPTION),
    signatureOf(tool.parameters),
    String(tool.tokens),
  ])
  return `${title}\n${table(COLUMNS, rows, screen)}`
}

const COLUMNS = [
  { head: 'Tool' },
  { head: 'Description', wraps: true },
  { head: 'Parameters', wraps: true },
  { head: 'Tokens', align: 'right' },
] as const
