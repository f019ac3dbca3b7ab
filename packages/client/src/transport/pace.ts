/** The wait before a stream is opened again, when its server asks for none; doubled as long as that does not help. */
const FIRST_WAIT_MS = 1_000
/** No wait is longer or shorter, whatever the server asks for. */
const LONGEST_WAIT_MS = 30_000
const SHORTEST_WAIT_MS = 100
/** The longest wait after a refusal: that server has no such stream, most likely, and does not know the status for it. */
const REFUSED_WAIT_MS = 600_000
/** A stream that lived this long was a good one, in ms. */
const LASTING_MS = 60_000

/**
 * When one stream is opened again. A server that says when to come back (`retry`) is asked then: that is how it lets its
 * client poll. One that says nothing, or does not let the stream be opened, is asked ever more rarely.
 */
export class Pace {
  #failures = 0
  #longestMs = LONGEST_WAIT_MS
  #retryMs: number | undefined

  /** The stream was open for so long, and its server wanted `retryMs` between two of them. */
  ended(livedMs: number, retryMs: number | undefined): void {
    this.#retryMs = retryMs
    this.#longestMs = LONGEST_WAIT_MS
    this.#failures = retryMs !== undefined || livedMs > LASTING_MS ? 0 : this.#failures + 1
  }

  /** The stream could not be opened. */
  failed(why: 'unable' | 'refused'): void {
    this.#longestMs = why === 'refused' ? REFUSED_WAIT_MS : LONGEST_WAIT_MS
    this.#failures += 1
  }

  /** The wait from now on. */
  get waitMs(): number {
    const asked = Math.min(Math.max(this.#retryMs ?? FIRST_WAIT_MS, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
    if (this.#failures === 0) return asked
    return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), this.#longestMs))
  }
}
