import type { McpSnapshot } from '@harness-mcp/client'
import { plainLine } from '@harness-mcp/result-adapter'

import type { Harness } from '../harness/harness.js'
import { printReport, type Run } from '../run.js'
import { status } from './status.js'

/** Prints the state of every server, and then each change as one line, until Ctrl-C. Edits of the file take effect. */
export async function watchStatus(harness: Harness, run: Run): Promise<never> {
  const { settings, terminal, signal } = run
  await harness.watch(settings.file)
  if (!settings.json) printReport(await status(harness), run)
  else for (const server of harness.servers()) terminal.print(JSON.stringify(server.snapshot()))
  terminal.note(`Watching ${settings.file}. End with Ctrl-C.`)
  const undo = harness.onChange((snapshot) =>
    terminal.print(settings.json ? JSON.stringify(snapshot) : describeChange(snapshot)),
  )
  try {
    return await aborted(signal)
  } finally {
    undo()
  }
}

const REASON_BYTES = 240

function describeChange({ server, state, reason, toolCount }: McpSnapshot): string {
  return `${server}: ${state}${state === 'ready' ? `, ${toolCount} tools` : ''}${reason && `, ${plainLine(reason, REASON_BYTES)}`}`
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
