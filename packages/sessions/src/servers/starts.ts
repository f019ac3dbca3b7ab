/** Lets a bounded number of starts run at once; the others wait for their turn, in order. */
export class Starts {
  readonly #waiting: (() => void)[] = []
  #free: number
  #stopped: Error | undefined

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Runs `work` when it is its turn. Rejects with the reason of `signal`, without running it, when that is aborted before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Nothing that has not begun begins any more: `run` rejects with `reason`. */
  stop(reason: Error): void {
    this.#stopped ??= reason
  }

  #enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (this.#stopped) return reject(this.#stopped)
      if (this.#free > 0) {
        this.#free--
        return resolve()
      }
      const turn = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        reject(signal.reason)
      }
      this.#waiting.push(turn)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
