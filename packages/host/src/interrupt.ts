import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C, `kill` and a closed terminal, as an abort signal. */
export interface Interrupt {
  readonly signal: AbortSignal
  /** 128 and the number of the signal, as shells have it: 130 for Ctrl-C. `undefined` while none came. */
  exitCode(): number | undefined
  /** Stops listening. */
  release(): void
}

/**
 * The first signal aborts, so that every server is closed in order. A second one ends the process at once: exit handlers
 * then kill the process groups of the servers.
 *
 * @param note - told what the first signal does.
 */
export function listenForInterrupt(note: (text: string) => void): Interrupt {
  const controller = new AbortController()
  let exitCode: number | undefined
  const onSignal = (name: NodeJS.Signals): void => {
    if (exitCode !== undefined) process.exit(exitCode)
    exitCode = 128 + constants.signals[name]
    note('Closing every server. Ctrl-C again ends at once.')
    controller.abort(new Error(`interrupted by ${name}`))
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    release: () => {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
