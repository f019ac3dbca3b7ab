import { Context, type Fiber } from '@deepseek-ai/cordis'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { type McpServer, type McpSnapshot, mcpServersOf } from '@harness-mcp/client'
import type {} from '@harness-mcp/client/cordis'

import { abortable } from '../interrupt.js'
import type { Declaration } from '../tokens.js'
import { attachmentPath, type ImageReference } from './attachments.js'
import { type Mount, mountServices } from './composition.js'
import { type FailedEntry, failedEntries, onFailedEntry } from './failed-entries.js'
import { watchConfig } from './live-edits.js'
import { exportLogs, type LogLine } from './logging.js'
import { playAgent } from './model.js'
import { type AssembledPrompt, assemblePrompt } from './prompt.js'

export interface HarnessOptions {
  /** Begins to start what the services are for: the entries of a cordis.yml, or one plugin. */
  readonly mount: Mount
  /** Where attachments are kept. */
  readonly dataFolder: string
  /** Told what the services want a person to read. */
  readonly log: (line: LogLine) => void
}

/** The running composition, seen by the one agent that the host plays. */
export class Harness {
  readonly #ctx: Context
  readonly #fibers: Fiber[]
  readonly #dataFolder: string
  readonly #agent = playAgent()

  private constructor(ctx: Context, fibers: Fiber[], dataFolder: string) {
    this.#ctx = ctx
    this.#fibers = fibers
    this.#dataFolder = dataFolder
  }

  /** Mounts the services and then what `mount` does; `started` waits for the entries of a file. */
  static async open({ mount, dataFolder, log }: HarnessOptions): Promise<Harness> {
    const ctx = new Context()
    exportLogs(ctx, log)
    const fibers: Fiber[] = []
    const harness = new Harness(ctx, fibers, dataFolder)
    try {
      await mountServices(ctx, fibers, dataFolder)
      await mount(ctx, fibers)
    } catch (error) {
      await harness.close()
      throw error
    }
    return harness
  }

  /** Settles when the first attempt of every server has ended, whatever its end. */
  started(signal: AbortSignal): Promise<void> {
    return abortable(this.#ctx.loader.await(), signal)
  }

  /** From now on an edit of the file takes effect: the servers of edited entries connect anew, the others stay. */
  async watch(file: string): Promise<void> {
    await watchConfig(this.#ctx, this.#fibers, file)
  }

  servers(): readonly McpServer[] {
    return mcpServersOf(this.#ctx)
  }

  failedEntries(): Promise<readonly FailedEntry[]> {
    return failedEntries(this.#ctx)
  }

  /** Calls back when an entry fails from now on. Returns the undo. */
  onFailure(listener: (entry: FailedEntry) => void): () => void {
    return onFailedEntry(this.#ctx, listener)
  }

  /** Calls back when the state or the tools of a server changed. Returns the undo. */
  onChange(listener: (snapshot: McpSnapshot) => void): () => void {
    return this.#ctx.on('mcp/change', listener)
  }

  /** What the model is told of every tool, sorted by name. */
  declarations(): readonly Declaration[] {
    return this.#ctx.tools.schemas(this.#agent)
  }

  /** One call by the model: through permissions, cancellation and result recording of the registry. */
  execute(name: string, args: unknown, signal: AbortSignal): Promise<ToolExecutionResult> {
    const registry: CallRegistry = this.#ctx.tools
    return registry.execute({ callId: 'call-1', name, arguments: args, agent: this.#agent, signal })
  }

  prompt(): Promise<AssembledPrompt> {
    return assemblePrompt(this.#ctx, this.#agent)
  }

  /** The file of a stored image. */
  pathOf(image: ImageReference): string {
    return attachmentPath(this.#dataFolder, image)
  }

  /** Ends every server and every service. Afterwards nothing of the harness is alive. */
  async close(): Promise<void> {
    for (const fiber of this.#fibers.splice(0).toReversed()) await fiber.dispose()
  }
}

/** `ctx.tools` with the agent as small as the host plays it, and a plain string as the id of a call. */
interface CallRegistry {
  execute(input: {
    callId: string
    name: string
    arguments: unknown
    agent?: object
    signal: AbortSignal
  }): Promise<ToolExecutionResult>
}
