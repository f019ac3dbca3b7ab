/** Settles like `work`, or rejects with the reason of `signal` as soon as that is aborted. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // First of all: the work is under way, also when nobody waits for it any more.
  work.catch(() => {})
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
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
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}
