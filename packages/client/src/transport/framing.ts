const NEWLINE = 0x0a

/** A line that was larger than the limit. The stream cannot be trusted after it. */
export interface Oversize {
  readonly bytes: number
}

/**
 * Cuts a byte stream into lines. Chunks of an unfinished line wait in a list and are joined once, when its end arrives:
 * joining at every chunk costs quadratic time (a message of 64 MB took 24 s that way).
 */
export class LineFraming {
  readonly #limit: number
  #waiting: Buffer[] = []
  #bytes = 0

  constructor(maxLineBytes: number) {
    this.#limit = maxLineBytes
  }

  /** Gives every line that `chunk` completes, as UTF-8 text without its newline. */
  *push(chunk: Buffer): Generator<string, Oversize | undefined> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end))
      if (this.#bytes > this.#limit) return { bytes: this.#bytes }
      yield this.#take()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    return this.#bytes > this.#limit ? { bytes: this.#bytes } : undefined
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#waiting.push(piece)
    this.#bytes += piece.length
  }

  #take(): string {
    const [first] = this.#waiting
    const line = this.#waiting.length === 1 && first !== undefined ? first : Buffer.concat(this.#waiting, this.#bytes)
    this.#waiting = []
    this.#bytes = 0
    return line.toString('utf8')
  }
}
