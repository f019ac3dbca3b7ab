/** Where progress is written: standard error is one. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** How much of a run is done, as one line that replaces itself on a terminal, and as ten lines elsewhere. */
export class Progress {
  readonly #stream: Screen
  readonly #total: number
  #tenth = 0

  constructor(stream: Screen, total: number) {
    this.#stream = stream
    this.#total = total
  }

  show(done: number): void {
    const line = `${done.toLocaleString('en-US')} of ${this.#total.toLocaleString('en-US')}`
    if (this.#stream.isTTY) {
      this.#stream.write(`\r${line}`)
      return
    }
    const tenth = Math.floor((done / this.#total) * 10)
    if (tenth > this.#tenth) this.#stream.write(`${line}\n`)
    this.#tenth = tenth
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K')
  }
}
