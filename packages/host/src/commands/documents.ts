import { plainLine } from '@harness-mcp/result-adapter'

import { failed } from '../host-error.js'
import type { Harness } from '../harness/harness.js'
import type { Report } from '../output/report.js'
import { type Column, table } from '../output/table.js'
import type { Screen } from '../output/terminal.js'
import type { Verb } from '../run.js'
import type { Run } from '../settings.js'
import { knownServer } from './known-server.js'

/** One of the two listing tools that all servers share. */
interface Listing {
  readonly tool: 'list_mcp_resources' | 'list_mcp_resource_templates'
  /** Where its result has the list. */
  readonly key: 'resources' | 'resourceTemplates'
  /** Where an element has its address. */
  readonly address: 'uri' | 'uriTemplate'
  readonly noun: string
}

const RESOURCES: Listing = { tool: 'list_mcp_resources', key: 'resources', address: 'uri', noun: 'documents' }
const TEMPLATES: Listing = {
  tool: 'list_mcp_resource_templates',
  key: 'resourceTemplates',
  address: 'uriTemplate',
  noun: 'templates',
}

/** Lists the documents of one server, or of all that are ready. */
export function resources(server: string | undefined): Verb {
  return (harness, run) => list(harness, run, { ...RESOURCES, server })
}

/** Lists the URI templates of one server, or of all that are ready. */
export function templates(server: string | undefined): Verb {
  return (harness, run) => list(harness, run, { ...TEMPLATES, server })
}

/** What one server answered. */
type Answer =
  | { readonly ok: true; readonly server: string; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly server: string; readonly reason: string }

type ServerList = Extract<Answer, { ok: true }>

async function list(harness: Harness, run: Run, { server, ...listing }: Listing & Asked): Promise<Report> {
  const names = server === undefined ? readyServers(harness) : [knownServer(harness, server)]
  const answers: Answer[] = []
  for (const name of names) answers.push(await ask(harness, run, { ...listing, server: name }))
  const lists = answers.filter((answer) => answer.ok)
  const refusals = answers.filter((answer) => !answer.ok).map((refusal) => `${refusal.server}: ${refusal.reason}`)
  if (refusals.length > 0 && lists.length === 0) throw failed(refusals.join('\n'))
  for (const refusal of refusals) run.terminal.note(refusal)
  return {
    ok: refusals.length === 0,
    json: lists.map((each) => ({ server: each.server, [listing.key]: each.items })),
    text: (screen) => describe(lists, listing, screen),
  }
}

interface Asked {
  /** `undefined` for every server that is ready. */
  readonly server: string | undefined
}

function readyServers(harness: Harness): string[] {
  return harness.servers().flatMap((server) => (server.snapshot().state === 'ready' ? [server.name] : []))
}

async function ask(harness: Harness, { signal }: Run, asked: Listing & { readonly server: string }): Promise<Answer> {
  const { server, tool, key } = asked
  const result = await harness.execute(tool, { server }, signal)
  if (result.isError) return { ok: false, server, reason: result.error.message }
  const items: unknown = fields(result.value)[key]
  return { ok: true, server, items: Array.isArray(items) ? items.map((item: unknown) => item) : [] }
}

function describe(lists: readonly ServerList[], { address, noun }: Listing, screen: Screen): string {
  const rows = lists.flatMap(({ server, items }) =>
    items.map((item) => {
      const { name, mimeType, description, [address]: uri } = fields(item)
      return [server, line(uri), line(name), line(mimeType), line(description)]
    }),
  )
  return rows.length === 0 ? `no ${noun}` : table(COLUMNS, rows, screen)
}

const COLUMNS: readonly Column[] = [
  { head: 'Server' },
  { head: 'URI' },
  { head: 'Name' },
  { head: 'Media type' },
  { head: 'Description', wraps: true },
]

function line(value: unknown): string {
  return typeof value === 'string' ? plainLine(value, 2_048) : ''
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
