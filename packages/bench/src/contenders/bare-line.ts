import { spawn } from 'node:child_process'
import { once } from 'node:events'

import type { JSONRPCMessage } from '@modelcontextprotocol/client'

import type { MemoryTarget, StdioTarget } from '../servers/targets.js'

/** A way for messages. */
export interface BareLine {
  send(message: JSONRPCMessage): void
  receive(listener: (message: unknown) => void): void
  close(): Promise<void>
}

/** A server's pipes: one line, one message. Chunks are joined once, when a line has ended. */
export async function barePipe({ command, args, env }: StdioTarget): Promise<BareLine> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    receive: (listener) =>
      void child.stdout.on(
        'data',
        splitLines((line) => listener(JSON.parse(line))),
      ),
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

export async function bareInMemory(target: MemoryTarget): Promise<BareLine> {
  const pair = target.connect()
  await pair.start()
  return {
    send: (message) => void pair.send(message),
    receive: (listener) => void (pair.onmessage = listener),
    close: () => pair.close(),
  }
}

function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  return (chunk) => {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end))
      onLine(parts.length === 1 ? chunk.toString('utf8', from, end) : Buffer.concat(parts).toString('utf8'))
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  }
}
