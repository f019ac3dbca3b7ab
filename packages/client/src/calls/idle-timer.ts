/** Calls back after a time without a sign of life. It stands still while it is held. */
export class IdleTimer {
  readonly #ms: number
  readonly #expire: () => void
  #timer: NodeJS.Timeout | undefined
  #holds = 0
  #ended = false

  constructor(ms: number, expire: () => void) {
    this.#ms = ms
    this.#expire = expire
    this.restart()
  }

  /** Starts the time anew. */
  restart(): void {
    clearTimeout(this.#timer)
    if (this.#holds === 0 && !this.#ended) this.#timer = setTimeout(this.#expire, this.#ms)
  }

  /** Stops the time until the returned function is called; then it starts anew. Holds add up. */
  hold(): () => void {
    this.#holds++
    clearTimeout(this.#timer)
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#holds--
      this.restart()
    }
  }

  /** For good. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
