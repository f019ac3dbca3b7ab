import { onAbort } from '@harness-mcp/result-adapter'

/** Aborts when one of the two does. Unlike `AbortSignal.any` it lets go of both, of which one lives as long as the connection. */
export function eitherOf(
  one: AbortSignal,
  other: AbortSignal | null | undefined,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController()
  const signals = other ? [one, other] : [one]
  for (const signal of signals) if (signal.aborted) controller.abort(signal.reason)
  const undos = signals.map((signal) => onAbort(signal, () => controller.abort(signal.reason)))
  const release = (): void => undos.forEach((undo) => undo())
  return { signal: controller.signal, release }
}

/** The reason of an aborted signal, as an error: it may be anything. */
export function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** A signal that aborts with `reason()` after `ms`, unless cleared. Unlike `AbortSignal.timeout` it keeps the process alive. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #expire: () => void
  #timer: NodeJS.Timeout

  constructor(ms: number, reason: () => Error) {
    this.#expire = () => this.#controller.abort(reason())
    this.#timer = setTimeout(this.#expire, ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Starts the time anew. */
  restart(): void {
    if (!this.signal.aborted) this.#timer.refresh()
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}

/** Waits `ms`, or until `signal` is aborted. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = onAbort(signal, done)
  })
}

/** Resolves when `signal` is aborted. Never rejects. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => void onAbort(signal, resolve))
}
