import { createInterface, type Interface } from 'node:readline/promises'
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { isatty } from 'node:tty'

import type { Run } from '../settings.js'
import type { Terminal } from './terminal.js'

/**
 * Lines from standard input, typed by a person or written by a program. For a person there is a prompt on standard error,
 * and whatever is printed meanwhile stands above the line that is being typed.
 */
export class PromptLine {
  /** Whether a person types. */
  readonly isTyped: boolean
  /** Where to print while the prompt is there. */
  readonly terminal: Terminal
  readonly #editor: Interface
  readonly #typed: AsyncIterable<string>
  #isOpen = true

  /** It ends with the signal. */
  constructor({ terminal, signal }: Run) {
    const { stdin, stderr } = process
    // Not `isTTY`, which is undefined where there is no terminal. A dumb one cannot go back to a line.
    this.isTyped = isatty(stdin.fd) && isatty(stderr.fd) && process.env['TERM'] !== 'dumb'
    this.#editor = createInterface({
      input: stdin,
      ...(this.isTyped && { output: stderr }),
      terminal: this.isTyped,
      prompt: PROMPT,
      signal,
    })
    // At once: lines that come before somebody listens are lost.
    this.#typed = this.#editor[Symbol.asyncIterator]()
    this.#editor.once('close', () => this.#closed())
    this.#editor.on('SIGINT', () => this.#interrupt())
    this.terminal = this.isTyped ? this.#above(terminal) : terminal
  }

  /** One line after the other, until the end of standard input or the signal. */
  async *lines(): AsyncGenerator<string, void, undefined> {
    this.#ask()
    for await (const line of this.#typed) {
      yield line
      this.#ask()
    }
  }

  /** Takes the prompt away, and gives the keyboard back. Idempotent. */
  close(): void {
    this.#editor.close()
  }

  #ask(): void {
    if (this.isTyped && this.#isOpen) this.#editor.prompt(true)
  }

  /** Ctrl-D and the signal end the editor without us. */
  #closed(): void {
    this.#isOpen = false
    if (this.isTyped) this.#erase()
  }

  /** While lines are edited, Ctrl-C is a key like others: no signal comes of it. */
  #interrupt(): void {
    this.close()
    // Not process.kill(), which elsewhere ends the process on the spot.
    process.emit('SIGINT', 'SIGINT')
  }

  #above(terminal: Terminal): Terminal {
    return {
      ...terminal,
      print: (text) => this.#printAbove(() => terminal.print(text)),
      note: (text) => this.#printAbove(() => terminal.note(text)),
      // A line that turns would be drawn over the line that is typed.
      waiting: { isShown: false, show: () => {}, stop: () => {} },
    }
  }

  #printAbove(print: () => void): void {
    if (!this.#isOpen) return print()
    const rows = this.#erase()
    print()
    // The editor goes up so many rows before it draws its line again.
    process.stderr.write('\n'.repeat(rows))
    this.#editor.prompt(true)
  }

  /** Takes the line off the screen. Returns how many rows it had above the cursor. */
  #erase(): number {
    const { rows } = this.#editor.getCursorPos()
    moveCursor(process.stderr, 0, -rows)
    cursorTo(process.stderr, 0)
    clearScreenDown(process.stderr)
    return rows
  }
}

const PROMPT = 'harness-mcp> '
