import { readFileSync } from 'node:fs'

import { type LiveProcess, liveProcesses } from '@harness-mcp/lab'

/** The variable that every server of a run has in its environment, and that whatever it starts inherits. */
export const MARK = 'HARNESS_MCP_SOAK'

/**
 * The live processes whose environment has `MARK` with a value that starts with `mark`. Where the system does not show the
 * environment of a process, the direct children of this one that are not in `known`.
 */
export function markedProcesses(mark: string, known: ReadonlySet<number> = new Set()): readonly LiveProcess[] {
  return liveProcesses().filter((candidate) =>
    process.platform === 'linux'
      ? environmentOf(candidate.pid).some((line) => line.startsWith(`${MARK}=${mark}`))
      : candidate.parent === process.pid && !known.has(candidate.pid),
  )
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return [] // It ended while we looked, or is not ours.
  }
}
