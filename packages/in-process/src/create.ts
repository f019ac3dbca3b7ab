import { z } from 'zod'

import { createHandle } from './create-handle.js'
import type { InProcessServer } from './handle.js'
import { describeIssues } from './issues.js'
import type { InProcessTool } from './tool.js'

/** What a server in this process consists of. */
export interface SdkMcpServerOptions {
  /** What the server calls itself in the handshake. In a map of servers the key is its name. */
  readonly name: string
  /** The version that it gives in the handshake. */
  readonly version: string
  /** Its tools, made by `tool()`. Their names differ. */
  readonly tools: readonly InProcessTool[]
  /** How a model should use the tools, for the system prompt. */
  readonly instructions?: string
}

/**
 * A server in this process. Each connection gets an instance of its own, on revision 2026-07-28 or, for a client that
 * does not know it, on an older one. Throws a `TypeError` when the options are wrong or two tools share a name.
 *
 * @param options - its name, version, tools and instructions.
 *
 * @example
 * ```ts
 * const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [add] })
 * const server = await connectMcpServer({ serverName: 'mine', transport: 'stdio', command: '-' }, { transport: mine.connect })
 * ```
 */
export function createSdkMcpServer(options: SdkMcpServerOptions): InProcessServer {
  const read = Options.safeParse(options)
  if (!read.success) throw new TypeError(`in-process server: ${describeIssues(read.error.issues)}`)
  const { tools, ...about } = read.data
  refuseTwins(about.name, tools)
  return createHandle(async (end) => {
    const { serveTools } = await import('./serve.js')
    serveTools({ about, tools: new Map(tools.map((each) => [each.name, each])) }, end)
  })
}

const NonEmpty = z.string().min(1)

const Options = z.strictObject({
  name: NonEmpty,
  version: NonEmpty,
  tools: z.array(z.custom<InProcessTool>(isTool, 'must be made by tool()')),
  instructions: z.string().optional(),
})

function isTool(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'run' in value && 'inputSchema' in value
}

function refuseTwins(server: string, tools: readonly InProcessTool[]): void {
  const names = tools.map(({ name }) => name)
  const twins = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  if (twins.size === 0) return
  const which = [...twins].map((name) => JSON.stringify(name)).join(', ')
  throw new TypeError(`in-process server ${JSON.stringify(server)}: more than one tool is named ${which}`)
}
