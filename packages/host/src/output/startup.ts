import type { McpSnapshot } from '@harness-mcp/client'

import type { Harness } from '../harness/harness.js'
import type { Terminal } from './terminal.js'

/**
 * Shows how the servers start: a turning line on a terminal, else one line for each server that is ready. Servers that fail
 * are told of by the log. Returns what ends it.
 */
export function showStartup(terminal: Terminal, harness: Harness, servers: readonly string[]): () => void {
  const pending = new Set(servers)
  const show = (): void => {
    if (pending.size > 0) terminal.waiting.show(`Starting ${[...pending].join(', ')}`)
    else terminal.waiting.stop()
  }
  const undo = harness.origin.onChange((snapshot) => {
    if (snapshot.state === 'connecting' || !pending.delete(snapshot.server)) return
    if (snapshot.state === 'ready' && !terminal.waiting.isShown) terminal.note(readyLine(snapshot))
    show()
  })
  show()
  return () => {
    undo()
    terminal.waiting.stop()
  }
}

function readyLine({ server, toolCount, revision }: McpSnapshot): string {
  return `${server}: ready, ${toolCount} tools, revision ${revision}`
}
