import { isatty } from 'node:tty'

import colors from 'picocolors'
import yoctoSpinner, { type Spinner } from 'yocto-spinner'

export type Paint = ReturnType<typeof colors.createColors>

/** What a text for people is laid out for. */
export interface Screen {
  readonly width: number
  readonly paint: Paint
}

/** Where the host writes: results go to standard output, everything else to standard error. */
export interface Terminal {
  readonly screen: Screen
  /** One result, to standard output. */
  print(text: string): void
  /** Something a person should read, to standard error. */
  note(text: string): void
  /** What the host waits for. On a terminal it turns; elsewhere nothing is shown, and whoever waits writes notes. */
  readonly waiting: Waiting
  /** Colours for standard error. */
  readonly notePaint: Paint
}

export interface Waiting {
  readonly isShown: boolean
  show(text: string): void
  stop(): void
}

/** Wide enough for a log, narrow enough to read. */
const WIDTH_WITHOUT_TERMINAL = 120

export function openTerminal({ color }: { readonly color: boolean }): Terminal {
  const { stdout, stderr } = process
  // `harness-mcp tools | head` closes the pipe early: that is no failure, and the servers still have to be closed.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe)
  const notesInColor = color && isColorful(stderr)
  return {
    screen: {
      width: stdout.isTTY ? stdout.columns : WIDTH_WITHOUT_TERMINAL,
      paint: colors.createColors(color && isColorful(stdout)),
    },
    notePaint: colors.createColors(notesInColor),
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    waiting: notesInColor && !process.env['CI'] ? spinning() : { isShown: false, show: () => {}, stop: () => {} },
  }
}

function isColorful(stream: NodeJS.WriteStream & { readonly fd: 1 | 2 }): boolean {
  // Not `isTTY`, which is undefined where there is no terminal: then the library decides, and for CI it decides on colour.
  return isatty(stream.fd) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

function spinning(): Waiting {
  let spinner: Spinner | undefined
  return {
    isShown: true,
    show: (text) => {
      // Its own handlers would end the process at Ctrl-C, before the servers are closed.
      spinner ??= yoctoSpinner({ text, stream: process.stderr, handleSignals: false }).start()
      spinner.text = text
    },
    stop: () => {
      spinner?.stop()
      spinner = undefined
    },
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
