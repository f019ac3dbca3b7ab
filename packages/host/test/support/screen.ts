/** The lines that a terminal of `width` columns shows after this text. It knows what a line editor sends, and throws at anything else. */
export function screenAfter(text: string, width: number): string[] {
  const screen = new Screen(width)
  for (const [token] of text.matchAll(TOKEN)) screen.take(token)
  return screen.lines()
}

const ESCAPE = '\u001b'
/** A control sequence, or one character. */
const TOKEN = new RegExp(`${ESCAPE}\\[[\\d;?]*[A-Za-z]|[^]`, 'g')

class Screen {
  readonly #width: number
  readonly #rows: string[] = ['']
  #row = 0
  #column = 0

  constructor(width: number) {
    this.#width = width
  }

  lines(): string[] {
    return this.#rows.map((row) => row.trimEnd())
  }

  take(token: string): void {
    if (token.length > 1) this.#control(token.slice(2, -1), token.slice(-1))
    else if (token === '\r') this.#column = 0
    else if (token === '\n') this.#down(1)
    else this.#put(token)
  }

  #control(parameters: string, command: string): void {
    const count = Number(parameters) || 1
    switch (command) {
      case 'A':
        return void (this.#row = Math.max(0, this.#row - count))
      case 'B':
        return this.#down(count)
      case 'C':
        return void (this.#column += count)
      case 'D':
        return void (this.#column = Math.max(0, this.#column - count))
      case 'G':
        return void (this.#column = count - 1)
      case 'J':
        this.#rows.length = this.#row + 1
        return this.#cut()
      case 'K':
        return this.#cut()
      case 'm':
      case 'h':
      case 'l':
        return
      default:
        throw new Error(`the screen does not know ${JSON.stringify(command)}`)
    }
  }

  #put(character: string): void {
    if (this.#column >= this.#width) {
      this.#down(1)
      this.#column = 0
    }
    const row = (this.#rows[this.#row] ?? '').padEnd(this.#column)
    this.#rows[this.#row] = row.slice(0, this.#column) + character + row.slice(this.#column + 1)
    this.#column++
  }

  #down(count: number): void {
    this.#row += count
    while (this.#rows.length <= this.#row) this.#rows.push('')
  }

  #cut(): void {
    this.#rows[this.#row] = (this.#rows[this.#row] ?? '').slice(0, this.#column)
  }
}
