import type { Authorization } from './authorization/authorization.js'
import type { ResolvedConfig } from './config/schema.js'
import type { Connection } from './connection/connection.js'
import { openConnection } from './connection/open.js'
import { Discovery } from './discovery/discovery.js'
import type { McpTool } from './discovery/tool.js'
import type { OnElicitation } from './elicitation/elicitation.js'
import { Elicitor } from './elicitation/elicitor.js'
import { clientError, type McpClientError } from './errors.js'
import type { Status } from './lifecycle/status.js'
import { Supervisor } from './lifecycle/supervisor.js'
import type { Redactor } from './redaction.js'
import type { MakeTransport } from './transport/transport.js'

export interface ServerLinkParts {
  readonly config: ResolvedConfig
  readonly redact: Redactor
  readonly status: Status
  readonly transport: MakeTransport | undefined
  readonly authorization: Authorization | undefined
  readonly onElicitation: OnElicitation | undefined
  readonly warn: (message: string) => void
  /** A refresh failed, and the previous tools stay; or the program answered a question wrongly. */
  readonly trouble: (error: McpClientError) => void
  /** Offers a new set of tools. Throws, and keeps the previous set, when it cannot. */
  readonly adopt: (tools: readonly McpTool[]) => void
  readonly instruct: (instructions: string) => void
}

/** Everything between a server and its tools: connections that follow each other, and what is found on each. */
export class ServerLink {
  readonly #parts: ServerLinkParts
  readonly #discovery: Discovery
  readonly #elicitor: Elicitor | undefined
  readonly #supervisor: Supervisor | undefined

  constructor(parts: ServerLinkParts) {
    this.#parts = parts
    this.#discovery = new Discovery(parts)
    this.#elicitor = makeElicitor(parts)
    this.#supervisor = parts.config.disabled ? undefined : this.#supervise()
  }

  /** Settles when the attempt that is under way, or else the next one, has ended, whatever its end. */
  attempted(): Promise<void> {
    return this.#supervisor?.attempted ?? Promise.resolve()
  }

  /** The connection to use now, or `undefined`. */
  get connection(): Connection | undefined {
    return this.#supervisor?.connection
  }

  /** The connection to use now. Throws an `McpError` that says why there is none and when the next attempt is. */
  live(): Connection {
    if (this.connection) return this.connection
    const { server, state, reason, nextAttemptAt } = this.#parts.status.snapshot()
    const code = state === 'auth-required' ? 'auth-required' : 'not-connected'
    throw clientError(code, {
      server,
      message: `not connected (${state}${reason && `: ${reason}`})${when(nextAttemptAt)}`,
    })
  }

  /** Discovers the tools of the live connection again. Failures are reported, and the previous set stays. */
  rediscover(): Promise<void> {
    return this.#discovery.again()
  }

  /** Connects anew. Throws for a server that is disabled. */
  async reconnect(): Promise<void> {
    const server = this.#parts.config.serverName
    if (!this.#supervisor) throw clientError('closed', { server, message: 'it is disabled in its configuration' })
    await this.#supervisor.reconnect()
  }

  async close(): Promise<void> {
    await this.#supervisor?.close()
  }

  #supervise(): Supervisor {
    const { config, redact, status, transport, authorization, warn, adopt, instruct } = this.#parts
    const elicitor = this.#elicitor
    return new Supervisor({
      config,
      redact,
      status,
      authorization,
      open: (signal, hint) =>
        openConnection({ config, redact, signal, hint, warn, transport, authorization, elicitor }),
      prepare: async (connection, signals) => {
        await this.#discovery.begin(connection, signals)
        instruct(connection.instructions)
      },
      giveUp: () => {
        this.#discovery.forget()
        adopt([])
        instruct('')
      },
    })
  }
}

function makeElicitor({ config, onElicitation, redact, trouble }: ServerLinkParts): Elicitor | undefined {
  if (onElicitation === undefined) return undefined
  return new Elicitor({ server: config.serverName, handler: onElicitation, redact, report: trouble })
}

function when(nextAttemptAt: number | undefined): string {
  if (nextAttemptAt === undefined) return ''
  return `; the next attempt is in ${Math.max(0, Math.ceil((nextAttemptAt - Date.now()) / 1000))} s`
}
