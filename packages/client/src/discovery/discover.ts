import { plainLine } from '@harness-mcp/result-adapter'

import type { Connection } from '../connection/connection.js'
import { clientError } from '../errors.js'
import { listPages } from './pages.js'
import { headerFault } from './parameter-headers.js'
import { type McpTool, parseTool } from './tool.js'

export interface DiscoverOptions {
  readonly server: string
  readonly signal: AbortSignal
  /** Whether a raw name is offered at all. */
  readonly offers: (rawName: string) => boolean
  /** Whether parameters travel as headers too, as on HTTP from revision 2026-07-28 on. */
  readonly usesHeaders: boolean
  readonly warn: (message: string) => void
}

/** What discovery needs of a connection. */
type Listed = Pick<Connection, 'capabilities' | 'request'>

const MOST_TOOLS = 100_000
/** Of the schemas and descriptions of all tools together: a server must not fill the host with its list. */
const MOST_CHARACTERS = 134_217_728
/** How many remarks on one list are told one by one. */
const MOST_REMARKS = 20

/**
 * The tools of a server, from all pages, in code-unit order of their public names. A tool that cannot be offered is left
 * out, with one warning for the list. Throws an `McpError` of code `invalid-list` when a raw name is listed twice: nobody
 * could tell which of the two a call means.
 */
export async function discoverTools(connection: Listed, options: DiscoverOptions): Promise<readonly McpTool[]> {
  if (!connection.capabilities.tools) return []
  const found: Found = { tools: [], characters: 0, remarks: [], furtherRemarks: 0 }
  for await (const page of listPages(connection, { method: 'tools/list', key: 'tools', ...options })) {
    if (!take(page, found, options)) {
      options.warn(`the tool list was cut short: it is too long; the ${found.tools.length} tools found so far are kept`)
      break
    }
  }
  tellRemarks(found, options.warn)
  const tools = found.tools.sort(byName)
  rejectDuplicates(tools, options.server)
  return tools.filter(({ rawName }) => options.offers(rawName))
}

interface Found {
  readonly tools: McpTool[]
  readonly remarks: string[]
  furtherRemarks: number
  characters: number
}

/** Adds the tools of a page. Returns whether there is room for more. */
function take(page: readonly unknown[], found: Found, { server, usesHeaders }: DiscoverOptions): boolean {
  for (const element of page) {
    const parsed = parseTool(server, element)
    if (!parsed.ok) {
      remark(found, `${parsed.label} was left out: ${parsed.reason}`)
      continue
    }
    const fault = usesHeaders ? headerFault(parsed.tool.inputSchema) : undefined
    if (fault) {
      remark(found, `"${plainLine(parsed.tool.rawName, 128)}" was left out: ${plainLine(fault, 256)}`)
      continue
    }
    found.characters += parsed.characters
    if (found.tools.length >= MOST_TOOLS || found.characters > MOST_CHARACTERS) return false
    found.tools.push(parsed.tool)
    if (parsed.remark) remark(found, parsed.remark)
  }
  return true
}

/** The rest is only counted: a page of 64 MB has room for many millions of elements that are no tools. */
function remark(found: Found, text: string): void {
  if (found.remarks.length < MOST_REMARKS) found.remarks.push(text)
  else found.furtherRemarks++
}

function tellRemarks({ remarks, furtherRemarks: more }: Found, warn: (message: string) => void): void {
  if (remarks.length === 0) return
  warn(`in its tool list ${remarks.join('; ')}${more > 0 ? `; and ${more} more like these` : ''}`)
}

function rejectDuplicates(sorted: readonly McpTool[], server: string): void {
  const twice = sorted.find(({ name }, index) => name === sorted[index + 1]?.name)
  if (twice === undefined) return
  const message = `the tool list is invalid: the name "${plainLine(twice.rawName, 128)}" is listed twice`
  throw clientError('invalid-list', { server, message })
}

function byName(a: McpTool, b: McpTool): number {
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
