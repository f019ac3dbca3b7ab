import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

import { afterAll, beforeAll } from 'vitest'

/** An X server of its own, on a display that nobody else has. */
export interface Display {
  /** As `DISPLAY` has it. */
  readonly name: string
  /** Opens a terminal that makes each line typed into it the title of its window. */
  openTerminal(title: string): void
  /** Ends the terminals and the server. */
  close(): Promise<void>
}

/** Starts an X server and makes it the display of this process, where the driver looks for it. */
export async function openDisplay(size = '1024x768'): Promise<Display> {
  const before = process.env['DISPLAY']
  // A server that resets itself whenever its last client leaves refuses the next one for a moment.
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = `:${await firstLine(server)}`
  process.env['DISPLAY'] = name
  const children = [server]
  return {
    name,
    openTerminal: (title) => void children.push(terminal(name, title)),
    async close() {
      if (before === undefined) delete process.env['DISPLAY']
      else process.env['DISPLAY'] = before
      for (const child of children.toReversed()) await end(child)
    },
  }
}

/** For the tests of a suite this process has no display. */
export function withoutDisplay(): void {
  let before: string | undefined
  beforeAll(() => {
    before = process.env['DISPLAY']
    delete process.env['DISPLAY']
  })
  afterAll(() => {
    if (before !== undefined) process.env['DISPLAY'] = before
  })
}

async function firstLine(server: ChildProcess): Promise<string> {
  const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`)))
  const [line] = await Promise.race([ended, once(createInterface({ input: pipe(server) }), 'line')])
  return String(line)
}

function pipe(server: ChildProcess): Readable {
  const stream = server.stdio[3]
  if (stream instanceof Readable) return stream
  throw new Error('Xvfb has no pipe to tell its display')
}

const ECHO = String.raw`while read -r line; do printf '\033]0;%s\007' "$line"; done`

function terminal(display: string, title: string): ChildProcess {
  return spawn('xterm', ['-display', display, '-T', title, '-e', 'sh', '-c', ECHO], { stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
