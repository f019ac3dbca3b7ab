import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Command } from '../src/index.js'

/** A child process and its wire, with nothing between: what was written is what a test sees. */
export interface RawClient {
  child: ChildProcessWithoutNullStreams
  pid: number
  /** Resolves with exit code and signal. */
  exit: Promise<unknown[]>
  send(message: Record<string, unknown>): void
  /** The next line of standard output, parsed. `undefined` when it ends. */
  next(): Promise<unknown>
  /** The next line of standard output as it is. */
  nextLine(): Promise<string | undefined>
  stderr(): string
}

export function openRaw({ command, args }: Command): RawClient {
  const child = spawn(command, args)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  child.stdin.on('error', () => {}) // The server may have gone.
  const nextLine = async (): Promise<string | undefined> => {
    const { value, done } = await lines.next()
    return done === true ? undefined : value
  }
  return {
    child,
    pid: child.pid ?? -1,
    exit: once(child, 'exit'),
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    next: async () => {
      const line = await nextLine()
      return line === undefined ? undefined : JSON.parse(line)
    },
    nextLine,
    stderr: () => stderr,
  }
}
