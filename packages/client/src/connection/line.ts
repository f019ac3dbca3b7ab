import { McpError, plainLine, untilAborted } from '@harness-mcp/result-adapter'
import type { Client } from '@modelcontextprotocol/client'

import { pause } from '../abort.js'
import { deferred } from '../deferred.js'
import { clientError, type McpClientError } from '../errors.js'
import { ServerQuestions } from '../elicitation/server-questions.js'
import type { Redactor } from '../redaction.js'
import { givenTransport } from '../transport/given.js'
import { Exchange } from '../transport/exchange.js'
import { openTransport } from '../transport/open-transport.js'
import type { OpenTransport, TransportEvents } from '../transport/opened.js'
import type { Connection, Handshake } from './connection.js'
import { requestFailure } from './failure.js'
import type { OpenOptions } from './open-options.js'
import { capabilitiesOf, createSdkClient, envelopeOf, type EraHint } from './sdk-client.js'
import { sdkConnection } from './sdk-connection.js'
import { isStale } from './stale.js'

/** How long the end of a session, and then the close of a remote transport, may take, in ms. */
const END_SESSION_MS = 2_000
const CLOSE_MS = 2_000
/** How long the refusals of requests on an expired session may take, in ms. */
const REFUSALS_MS = 2_000

/** A transport from before its start to after its end, with an SDK client on it. */
export class Line {
  readonly stdio: OpenTransport['stdio']
  readonly #options: OpenOptions
  readonly #open: OpenTransport
  readonly #exchange: Exchange
  readonly #lost = deferred<McpClientError>()
  #closing: Promise<void> | undefined
  #lastError: Error | undefined
  #expired = false
  #connection: Connection | undefined

  static async open(options: OpenOptions): Promise<Line> {
    if (options.transport !== undefined) {
      const given = givenTransport(options.config.serverName, options.transport)
      return new Line(options, { transport: await untilAborted(given, options.signal) })
    }
    const made: { line?: Line } = {}
    const events: TransportEvents = {
      onStreamTrouble: () => made.line?.checkAlive(),
      onOversize: (message) => made.line?.explain(message),
      onPost: (url) => url.searchParams.forEach((value) => options.redact.learn(value)),
    }
    const open = await openTransport(options.config, events, options.authorization)
    made.line = new Line(options, open)
    return made.line
  }

  constructor(options: OpenOptions, open: OpenTransport) {
    this.#options = options
    this.#open = open
    this.stdio = open.stdio
    const noise = 'its standard output has lines that are no JSON-RPC messages; they are skipped'
    if (open.stdio) open.stdio.onnoise = () => options.warn(noise)
    this.#exchange = new Exchange(options.config.serverName, open.transport)
    const dropped = 'it asks faster than it takes the answers; some of its requests are not answered'
    this.#exchange.replies.ondropped = () => options.warn(dropped)
    this.#exchange.replies.onlost = () => options.warn('it did not take what a person answered to its question')
    this.#exchange.replies.questions = options.elicitor && new ServerQuestions(options.elicitor)
  }

  /** Why the transport itself gave up, where the SDK only says that it closed. */
  get refusal(): McpError | undefined {
    return this.#lastError instanceof McpError ? this.#lastError : undefined
  }

  async handshake(hint: EraHint): Promise<Connection> {
    const { config, redact, signal, elicitor } = this.#options
    const capabilities = capabilitiesOf(elicitor)
    const client = await createSdkClient(hint, config.connectTimeoutMs, capabilities)
    client.onerror = (error) => this.#troubled(error)
    client.onclose = () => this.#closed()
    const prior = hint === 'legacy' ? { prior: { kind: 'legacy' as const } } : {}
    // The modules took a moment to load: a process that is started now would be started for nobody.
    signal.throwIfAborted()
    await untilAborted(client.connect(this.#exchange, { timeout: config.connectTimeoutMs, ...prior }), signal)
    this.hideSession()
    const handshake = readHandshake(client, redact)
    if (handshake.era === 'modern') this.#exchange.useEnvelope(await envelopeOf(handshake.revision, capabilities))
    this.#connection = sdkConnection({
      client,
      exchange: this.#exchange,
      handshake,
      elicitor,
      server: config.serverName,
      redact,
      lost: this.#lost,
      isolate: this.#options.transport !== undefined,
      isStale: (error) => this.#isStale(error),
      close: () => this.close(),
    })
    return this.#connection
  }

  checkAlive(): void {
    this.#connection?.checkAlive()
  }

  /** Why the one stream of this connection is about to end. */
  explain(why: string): void {
    this.#exchange.explain(why)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** From here on the id of the session is a secret like any other. */
  hideSession(): void {
    if (this.#exchange.sessionId !== undefined) this.#options.redact.learn(this.#exchange.sessionId)
  }

  async #close(): Promise<void> {
    const { endSession, transport, stdio } = this.#open
    this.#exchange.leave()
    // The other requests of an expired session are about to be refused too: cut off, nobody would know that they did not run.
    if (this.#expired) await within(REFUSALS_MS, () => this.#exchange.settled())
    if (endSession) await within(END_SESSION_MS, endSession)
    // A process ends within limits of its own, and says when it does not.
    await (stdio ? stdio.close() : within(CLOSE_MS, () => transport.close()))
  }

  #troubled(error: Error): void {
    this.#lastError = error
    if (this.#open.isFatal?.(error)) this.#lost.resolve(requestFailure(error, this.#context))
  }

  #closed(): void {
    const reasons = [this.refusal?.message, this.stdio?.obituary()].filter(Boolean)
    const message = this.#options.redact(['the connection closed', ...reasons].join('; '))
    this.#lost.resolve(
      clientError('unreachable', { server: this.#options.config.serverName, message, cause: this.refusal }),
    )
  }

  /** A process knows its connection for as long as it lives. Over SSE the stream is the session, and its id is in the endpoint. */
  #isStale(error: unknown): boolean {
    const hasSession = this.#exchange.sessionId !== undefined || this.#options.config.transport === 'sse'
    const stale = this.stdio === undefined && isStale(error, { hasSession })
    this.#expired ||= stale
    return stale
  }

  get #context(): { server: string; redact: Redactor } {
    return { server: this.#options.config.serverName, redact: this.#options.redact }
  }
}

/** Waits for the end of `work`, whatever it is, for `ms` at most. A transport that a program brings may throw at once. */
async function within(ms: number, work: () => Promise<void>): Promise<void> {
  const settled = new AbortController()
  const ended = new Promise<void>((resolve) => resolve(work())).catch(() => {})
  await Promise.race([ended, pause(ms, settled.signal)])
  settled.abort()
}

function readHandshake(client: Client, redact: Redactor): Handshake {
  const { name, version } = client.getServerVersion() ?? {}
  const { tools, resources } = client.getServerCapabilities() ?? {}
  return {
    era: client.getProtocolEra() ?? 'legacy',
    revision: client.getNegotiatedProtocolVersion() ?? '',
    server:
      !name || version === undefined
        ? undefined
        : { name: plainLine(redact(name), 128), version: plainLine(redact(version), 64) },
    instructions: client.getInstructions() ?? '',
    capabilities: {
      tools: tools !== undefined,
      toolsListChanged: tools?.listChanged === true,
      resources: resources !== undefined,
    },
  }
}
