import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'

import { clientError, type McpClientError } from '../errors.js'
import type { StdioConfig } from '../config/schema.js'
import { deferred } from '../deferred.js'
import { secretsOf } from '../redaction.js'
import { UndeadError } from '../undead.js'
import { serverEnvironment } from './environment.js'
import { LineFraming, type Oversize } from './framing.js'
import { parseLine } from './message.js'
import { ProcessGroup } from './process-group.js'
import { startFailure } from './start-failure.js'
import { StderrTail } from './stderr-tail.js'

/** What a server gets to end by itself after its standard input closed, and again after SIGTERM, in ms. */
const GRACE_MS = 1_000
/** How long a killed process tree may take to be gone, in ms. */
const CONFIRM_MS = 3_000
/** What the last output of an exited server may take to arrive when a descendant holds its pipes open, in ms. */
const DRAIN_MS = 100
/** What a process may take to exit after a pipe to it broke, in ms. Usually it broke because the process is exiting. */
const EXIT_MS = 500
/** What may wait to be read by the server, in bytes, beside the message that is being written. */
const MOST_WAITING_BYTES = 268_435_456

/**
 * A server's process and its pipes as an SDK transport. `pid` and `stderr` are what the SDK recognises stdio by, so that
 * it probes this process instead of starting a second one.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Told once, at the first line of standard output that is no message. Such lines are skipped. */
  onnoise?: () => void

  readonly #config: StdioConfig
  readonly #framing: LineFraming
  readonly #tail: StderrTail
  readonly #over = deferred<void>()
  #child: ChildProcess | undefined
  #group: ProcessGroup | undefined
  #closing: Promise<void> | undefined
  #drained: Promise<void> | undefined
  #noisy = false
  #broken = false
  #ending = false
  #timer: NodeJS.Timeout | undefined
  #exitedAlone = false
  #ended = false

  constructor(config: StdioConfig) {
    this.#config = config
    this.#framing = new LineFraming(config.maxMessageBytes)
    this.#tail = new StderrTail(secretsOf(config))
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  get stderr(): null {
    return null
  }

  start(): Promise<void> {
    if (this.#closing) return Promise.reject(this.#notConnected())
    const started = new Promise<void>((resolve, reject) => {
      const child = this.#spawn()
      child.on('error', reject)
      child.once('spawn', resolve)
    })
    return started.catch((error: unknown) => {
      this.#end()
      throw startFailure(this.#config, error)
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // Whoever sends into a broken pipe hears of it when all that is known of the end can be told.
    if (this.#broken) await this.#over.promise
    const stdin = this.#child?.stdin
    if (!stdin?.writable || this.#ended) throw this.#notConnected()
    if (stdin.write(`${JSON.stringify(message)}\n`)) return
    if (stdin.writableLength > MOST_WAITING_BYTES) this.#giveUp('it does not read its standard input')
    // One wait for all: a listener for each message warns of a leak at the eleventh, and is one.
    this.#drained ??= this.#drain(stdin)
    await this.#drained
  }

  /** Ends the process tree. Throws an `McpError` of code `undead` when its death could not be confirmed. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** How the process ended, if it did so by itself, and the last it said: for the error of whoever was waiting for it. */
  obituary(): string {
    const tail = this.#tail.text()
    const end = this.#exitedAlone ? `the server's process ${this.#wayOut()}` : ''
    return [end, tail && `its standard error ends with:\n${tail}`].filter(Boolean).join('; ')
  }

  #wayOut(): string {
    const { exitCode, signalCode } = this.#child ?? {}
    return signalCode ? `was killed by ${signalCode}` : `exited with code ${String(exitCode)}`
  }

  /** Throws what the system refuses at once, such as arguments that are too long. */
  #spawn(): ChildProcess {
    const { command, args, cwd } = this.#config
    const env = serverEnvironment(process.env, this.#config.env)
    const child = spawn(command, args, { cwd, env, stdio: 'pipe', detached: true, windowsHide: true })
    this.#child = child
    // Not at its 'spawn' event: a close in between would find nothing to end.
    if (child.pid !== undefined) this.#group = new ProcessGroup(child, child.pid)
    this.#listen(child)
    return child
  }

  #drain(stdin: Writable): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        for (const event of ['drain', 'close']) stdin.off(event, done)
        this.#drained = undefined
        resolve()
      }
      for (const event of ['drain', 'close']) stdin.once(event, done)
    })
  }

  #notConnected(): McpClientError {
    return clientError('not-connected', { server: this.#config.serverName, message: 'not connected' })
  }

  async #close(): Promise<void> {
    // Not at once: what is killed while it exits has no exit code.
    if (this.#broken) await this.#over.promise
    this.#ending = true
    const dead = (await this.#group?.end({ graceMs: GRACE_MS, confirmMs: CONFIRM_MS })) ?? true
    this.#release()
    this.#end()
    if (dead) return
    throw new UndeadError(this.#config.serverName, String(this.pid), async () => {
      return (await this.#group?.isGone(CONFIRM_MS)) ?? true
    })
  }

  #listen(child: ChildProcess): void {
    child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk))
    child.stderr?.on('data', (chunk: Buffer) => this.#tail.push(chunk))
    for (const pipe of [child.stdout, child.stderr]) pipe?.on('error', (error) => this.onerror?.(error))
    // A server that closed its standard input hears nothing any more: that is a lost connection, whatever its process does.
    child.stdin?.on('error', (error) => {
      this.onerror?.(error)
      this.#break()
    })
    // A server that closed its standard output says nothing any more, whatever its process does.
    child.stdout?.once('end', () => this.#break())
    child.once('close', () => this.#end())
    // Not 'close' alone: a descendant that inherited the pipes delays it for as long as it lives.
    child.once('exit', () => {
      this.#exitedAlone = !this.#ending
      this.#endIn(DRAIN_MS)
    })
  }

  /** The connection is lost. Its end is told a little later, so that the exit code and the last words can be told with it. */
  #break(): void {
    const { exitCode, signalCode } = this.#child ?? {}
    if (this.#broken || this.#ending || typeof exitCode === 'number' || signalCode) return
    this.#broken = true
    this.#endIn(EXIT_MS)
  }

  #endIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#ended) this.#timer = setTimeout(() => this.#end(), ms)
  }

  #receive(chunk: Buffer): void {
    // After a message over the limit the server may write on until it is dead: none of that is kept.
    if (this.#ended) return
    const lines = this.#framing.push(chunk)
    for (let next = lines.next(); ; next = lines.next()) {
      if (next.done) return next.value && this.#refuse(next.value)
      const parsed = parseLine(next.value)
      if (parsed.kind === 'message') this.onmessage?.(parsed.message)
      else if (parsed.kind === 'batch') for (const message of parsed.messages) this.onmessage?.(message)
      else if (next.value.trim() !== '') this.#skipped()
    }
  }

  #skipped(): void {
    if (this.#noisy) return
    this.#noisy = true
    this.onnoise?.()
  }

  #refuse({ bytes }: Oversize): void {
    this.#giveUp(`a message of over ${bytes} bytes exceeds maxMessageBytes (${this.#config.maxMessageBytes})`)
  }

  #giveUp(why: string): void {
    const message = `${why}; the connection is closed`
    this.onerror?.(clientError('protocol', { server: this.#config.serverName, message }))
    this.close().catch(() => {})
    this.#end()
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.onclose?.()
    this.#over.resolve()
  }

  #release(): void {
    const { stdin, stdout, stderr } = this.#child ?? {}
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy()
    this.#child?.unref()
  }
}
