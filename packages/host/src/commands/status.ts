import type { McpSnapshot } from '@harness-mcp/client'
import { plainLine } from '@harness-mcp/result-adapter'

import type { FailedEntry } from '../harness/failed-entries.js'
import type { Harness } from '../harness/harness.js'
import type { Report } from '../output/report.js'
import { type Column, table } from '../output/table.js'
import type { Screen } from '../output/terminal.js'

/** The whole reason is on standard error already. */
const REASON_BYTES = 240
const ID_BYTES = 64

/** The state of every server. Not all well when one that is not disabled is not ready, or an entry did not start. */
export async function status(harness: Harness): Promise<Report> {
  const servers = harness.servers().map((server) => server.snapshot())
  const failedEntries = await harness.origin.failedEntries()
  return {
    ok: failedEntries.length === 0 && servers.every(({ state }) => state === 'ready' || state === 'disabled'),
    json: { servers, failedEntries },
    text: (screen) => statusTable(servers, failedEntries, screen),
  }
}

function statusTable(servers: readonly McpSnapshot[], failedEntries: readonly FailedEntry[], screen: Screen): string {
  const rows = [
    ...servers.map((snapshot) => describeServer(snapshot, screen)),
    ...failedEntries.map(({ id, plugin = '', reason }) => [
      plainLine(id, ID_BYTES) || '""',
      screen.paint.red('failed'),
      '',
      '',
      '',
      plugin,
      plainLine(reason, REASON_BYTES),
    ]),
  ]
  return rows.length === 0 ? 'no servers' : table(COLUMNS, rows, screen)
}

const COLUMNS: readonly Column[] = [
  { head: 'Server' },
  { head: 'State' },
  { head: 'Era' },
  { head: 'Revision' },
  { head: 'Tools', align: 'right' },
  { head: 'Calls itself' },
  { head: 'Reason', wraps: true },
]

function describeServer(snapshot: McpSnapshot, { paint }: Screen): string[] {
  const { server, state, era = '', revision = '', toolCount, serverInfo, reason } = snapshot
  const color = state === 'ready' ? paint.green : state === 'failed' ? paint.red : paint.yellow
  const self = serverInfo ? plainLine(`${serverInfo.name} ${serverInfo.version}`, 80) : ''
  return [server, color(state), era, revision, String(toolCount), self, plainLine(reason, REASON_BYTES)]
}
