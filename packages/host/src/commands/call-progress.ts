import type { McpEvent } from '@harness-mcp/client'

import type { Harness } from '../harness/harness.js'
import type { Terminal } from '../output/terminal.js'

/** Without a terminal, a server that reports often must not fill a log. */
const BETWEEN_LINES_MS = 500

type ProgressEvent = Extract<McpEvent, { type: 'progress' }>

/** Shows what a server says of a running call, on standard error. Returns what ends it. */
export function showProgress(terminal: Terminal, harness: Harness): () => void {
  let last = -Infinity
  const show = (event: ProgressEvent): void => {
    const text = `${event.tool}: ${described(event)}`
    if (terminal.waiting.isShown) return terminal.waiting.show(text)
    if (performance.now() - last < BETWEEN_LINES_MS) return
    last = performance.now()
    terminal.note(text)
  }
  const undo = harness.servers().map((server) => server.subscribe((event) => event.type === 'progress' && show(event)))
  return () => {
    for (const stop of undo) stop()
    terminal.waiting.stop()
  }
}

function described({ progress, total, message }: ProgressEvent): string {
  return `${progress}${total === undefined ? '' : ` of ${total}`}${message === undefined ? '' : ` ${message}`}`
}
