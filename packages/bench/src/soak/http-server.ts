import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { labServer } from '@harness-mcp/lab'

import { MARK } from './marked-processes.js'

export type HttpKind = 'legacy-http' | 'modern-http'

/** A lab server over HTTP in a process of its own: in this one its handles and its heap would be counted as the client's. */
export class HttpServer {
  readonly url: string
  readonly #child: ChildProcess

  /** Starts one and waits until it listens. */
  static async start(kind: HttpKind, mark: string, port = 0): Promise<HttpServer> {
    const { command, args } = labServer(kind, '--port', String(port))
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, [MARK]: mark } })
    const lines = createInterface({ input: child.stdout })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${kind} ended before it listened`)))
    const line: unknown = await Promise.race([once(lines, 'line'), ended])
    ended.catch(() => {})
    return new HttpServer(String(line), child)
  }

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
  }
}
