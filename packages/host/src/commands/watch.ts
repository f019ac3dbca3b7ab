import { plainLine } from '@harness-mcp/result-adapter'

import type { FailedEntry } from '../harness/failed-entries.js'
import type { Harness } from '../harness/harness.js'
import { stateLine } from '../output/state-line.js'
import type { Terminal } from '../output/terminal.js'
import { printReport } from '../run.js'
import type { Run } from '../settings.js'
import { status } from './status.js'

/**
 * Prints the state of every server, and then each change as one line, until Ctrl-C. Edits of the file take effect. With
 * `--json` a line is a snapshot, or a failed entry: `{ id, plugin?, reason }`.
 */
export async function watchStatus(harness: Harness, run: Run): Promise<never> {
  const { settings, terminal, signal } = run
  await harness.origin.watch()
  if (settings.json) await printNow(harness, terminal)
  else printReport(await status(harness), run)
  terminal.note(`Watching ${settings.configuration.file}. End with Ctrl-C.`)
  const undo = printChanges(harness, run)
  try {
    return await aborted(signal)
  } finally {
    undo()
  }
}

async function printNow(harness: Harness, terminal: Terminal): Promise<void> {
  const servers = harness.servers().map((server) => server.snapshot())
  for (const line of [...servers, ...(await harness.origin.failedEntries())]) terminal.print(JSON.stringify(line))
}

function printChanges(harness: Harness, { settings, terminal }: Run): () => void {
  const last = new Map<string, string>()
  const undoChanges = harness.origin.onChange((snapshot) => {
    const line = settings.json ? JSON.stringify(snapshot) : stateLine(snapshot)
    // A server that is closed gives its tools back, which a line without their number does not show.
    if (last.get(snapshot.server) === line) return
    last.set(snapshot.server, line)
    terminal.print(line)
  })
  const undoFailures = harness.origin.onFailure((entry) =>
    terminal.print(settings.json ? JSON.stringify(entry) : describeFailure(entry)),
  )
  return () => {
    undoChanges()
    undoFailures()
  }
}

const REASON_BYTES = 240
const ID_BYTES = 64

function describeFailure({ id, reason }: FailedEntry): string {
  return `${plainLine(id, ID_BYTES)}: failed, ${plainLine(reason, REASON_BYTES)}`
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
