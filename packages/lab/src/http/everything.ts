import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { everythingCommand } from '../commands.js'
import { freePort } from './free-port.js'
import type { RunningHttp } from './listen.js'

/**
 * Starts the reference server `@modelcontextprotocol/server-everything` over HTTP as a child process on a free port.
 * `sse` picks the transport that came before Streamable HTTP.
 */
export async function startEverythingHttp({ sse = false }: { sse?: boolean } = {}): Promise<RunningHttp> {
  const port = await freePort()
  const { command, args } = everythingCommand(sse ? 'sse' : 'streamableHttp')
  const child = spawn(command, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const exit = once(child, 'exit')
  const killOnExit = (): void => killGroup(child)
  process.once('exit', killOnExit)
  await listening(child)
  return {
    url: `http://127.0.0.1:${port}/${sse ? 'sse' : 'mcp'}`,
    close: async () => {
      killGroup(child)
      await exit
      process.off('exit', killOnExit)
    },
  }
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

/** Resolves when the server says that it listens; rejects with what it said instead. */
function listening(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      if (/listening|running/i.test(said)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`server-everything ended before it listened: ${said}`)))
  })
}
