import { Context } from '@deepseek-ai/cordis'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { untilAborted } from '@harness-mcp/result-adapter'

import type { Declaration } from '../tokens.js'
import { attachmentPath, type ImageReference } from './attachments.js'
import { type Mount, type Mounted, mountServices } from './composition.js'
import { exportLogs, type LogLine } from './logging.js'
import { playAgent } from './model.js'
import { type AssembledPrompt, assemblePrompt } from './prompt.js'
import type { HostedServer, Servers } from './servers.js'

export interface HarnessOptions<Kind extends Servers> {
  /** Begins to start what the services are for. */
  readonly mount: Mount<Kind>
  /** Where attachments are kept. */
  readonly dataFolder: string
  /** Told what the services want a person to read. */
  readonly log: (line: LogLine) => void
}

interface HarnessParts<Kind extends Servers> {
  readonly ctx: Context
  readonly mounted: Mounted[]
  readonly origin: Kind
  readonly dataFolder: string
}

/** The running composition, seen by the one agent that the host plays. */
export class Harness<Kind extends Servers = Servers> {
  /** Where the servers come from. */
  readonly origin: Kind
  readonly #ctx: Context
  readonly #mounted: Mounted[]
  readonly #dataFolder: string
  readonly #agent = playAgent()

  private constructor({ ctx, mounted, origin, dataFolder }: HarnessParts<Kind>) {
    this.#ctx = ctx
    this.#mounted = mounted
    this.origin = origin
    this.#dataFolder = dataFolder
  }

  /** Mounts the services and then what `mount` does; `started` waits for the servers of a file. */
  static async open<Kind extends Servers>({ mount, dataFolder, log }: HarnessOptions<Kind>): Promise<Harness<Kind>> {
    const ctx = new Context()
    exportLogs(ctx, log)
    const mounted: Mounted[] = []
    try {
      await mountServices(ctx, mounted, dataFolder)
      return new Harness({ ctx, mounted, origin: await mount(ctx, mounted), dataFolder })
    } catch (error) {
      await disposeAll(mounted)
      throw error
    }
  }

  /** Settles when the first attempt of every server has ended, whatever its end. */
  started(signal: AbortSignal): Promise<void> {
    return untilAborted(this.origin.started(), signal)
  }

  servers(): readonly HostedServer[] {
    return this.origin.list()
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
    await disposeAll(this.#mounted)
  }
}

/** The last one first: servers before the services that they are registered in. */
async function disposeAll(mounted: Mounted[]): Promise<void> {
  for (const each of mounted.splice(0).toReversed()) await each.dispose()
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
