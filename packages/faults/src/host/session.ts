import { connectMcpServer, type McpServer, type McpServerConfig } from '@harness-mcp/client'

import type { Account } from './account.js'
import { Diary, type Failure, seeFailure } from './diary.js'
import type { Start, Step } from './job.js'
import { takeStep } from './steps.js'

const ABORT_MS = 1_000
const MOST_TOOLS = 50

/** One server as one user sees it: what was done, and what was told. */
export class Session {
  #server: McpServer | undefined
  #rejection: Failure | undefined
  readonly #diary = new Diary()
  readonly #outcomes: string[] = []

  async start(config: McpServerConfig, start: Start): Promise<void> {
    const warn = (message: string): void => void this.#diary.warnings.push(message)
    const options = {
      scope: {},
      logger: { info: () => {}, warn, error: warn },
      ...(start === 'aborted' && { signal: AbortSignal.timeout(ABORT_MS) }),
    }
    const attempts = Array.from({ length: start === 'twice' ? 2 : 1 }, () => connectMcpServer(config, options))
    for (const attempt of await Promise.allSettled(attempts)) {
      if (attempt.status === 'fulfilled') this.#adopt(attempt.value)
      else this.#rejection = seeFailure(attempt.reason)
    }
  }

  /** Takes one step and remembers what became of it. */
  async take(step: Step): Promise<void> {
    if (this.#server !== undefined) this.#outcomes.push(await takeStep(step, this.#server, this.#diary))
  }

  /** Resolves to how long it took, in ms. */
  async close(): Promise<number> {
    const begin = performance.now()
    await this.#server?.close()
    return performance.now() - begin
  }

  account(): Omit<Account, 'stalledMs' | 'closeMs'> {
    const { state, lastError, era = '', toolCount, reason }: Ending = this.#server?.snapshot() ?? this.#rejected()
    const tools = this.#server?.tools().slice(0, MOST_TOOLS) ?? []
    return {
      state,
      code: lastError?.code ?? '',
      sentence: reason || this.#diary.sentence(),
      era,
      toolCount,
      tools: tools.map(({ rawName, description, inputSchema, outputSchema }) => {
        return { rawName, description, inputSchema, hasOutputSchema: outputSchema !== undefined }
      }),
      outcomes: this.#outcomes,
      // Copies: both grow until the server is closed.
      warnings: [...this.#diary.warnings],
      states: [...this.#diary.states],
    }
  }

  #adopt(server: McpServer): void {
    this.#server = server
    this.#diary.states.push(server.snapshot().state)
    server.subscribe((event) => {
      if (event.type === 'state') this.#diary.states.push(event.snapshot.state)
      // A listener of a user may be broken, and that is no business of the connection.
      throw new Error('a listener that throws')
    })
  }

  #rejected(): Ending {
    const { code, message } = this.#rejection ?? { code: '', message: '' }
    return { state: 'rejected', toolCount: 0, reason: message, lastError: { code, message } }
  }
}

/** How a server, or the attempt to have one, is at the end. */
interface Ending {
  readonly state: string
  readonly reason: string
  readonly toolCount: number
  readonly era?: string
  readonly lastError?: Failure
}
