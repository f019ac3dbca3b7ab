import { plainText } from '@harness-mcp/result-adapter'

import type { LogLine } from '../harness/logging.js'
import type { Terminal } from './terminal.js'

const LOG_BYTES = 16_384

/** Writes a warning or an error of a service to standard error. It may quote a server: control characters are removed. */
export function logTo(terminal: Terminal): (line: LogLine) => void {
  return ({ level, text }) => {
    const label = level === 'error' ? terminal.notePaint.red('error') : terminal.notePaint.yellow('warning')
    terminal.note(`${label}: ${plainText(text, LOG_BYTES)}`)
  }
}
