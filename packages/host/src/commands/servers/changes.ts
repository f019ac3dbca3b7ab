import type { Run } from '../../settings.js'
import { stateLine } from '../../output/state-line.js'
import type { ManagedHarness } from './command.js'

/** Who is told of changes: a person at the prompt by lines, a program by objects. */
export interface ChangesTo {
  readonly isTyped: boolean
  /** The server that a running command is about: what comes of it is the command's to say. */
  busy(): string | undefined
}

/** Tells of each change of a server while the prompt is there. Returns the undo. */
export function showChanges(harness: ManagedHarness, { settings, terminal }: Run, to: ChangesTo): () => void {
  if (!settings.json && !to.isTyped) return () => {}
  const last = new Map<string, string>()
  return harness.origin.onChange((snapshot) => {
    const line = settings.json ? JSON.stringify({ event: 'change', snapshot }) : stateLine(snapshot)
    if (last.get(snapshot.server) === line) return
    last.set(snapshot.server, line)
    if (settings.json) terminal.print(line)
    else if (snapshot.server !== to.busy() || snapshot.state === 'connecting') terminal.note(line)
  })
}
