import { setImmediate } from 'node:timers/promises'

/** What Node warned of while `work` ran, such as too many listeners. */
export async function warningsOf(work: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = []
  const note = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', note)
  try {
    await work()
    // Node warns in a later turn.
    await setImmediate()
    return warnings
  } finally {
    process.off('warning', note)
  }
}
