import { connectMcpServer, type McpServer, type McpServerConfig } from '@harness-mcp/client'

import type { Target } from '../servers/targets.js'
import type { Contender, Session } from './contender.js'

/** The client of this repository, through its plain face. */
export const ours: Contender = {
  name: 'ours',
  eras: ['legacy', 'modern'],
  open: async (target) => session(await connect(target)),
}

/** Connects to one of the servers here. Throws when it does not become ready. */
export async function connect(target: Target, serverName = 'bench'): Promise<McpServer> {
  const transport = target.kind === 'memory' ? { transport: target.connect } : {}
  const server = await connectMcpServer(configOf(target, serverName), transport)
  const { state, reason } = server.snapshot()
  if (state === 'ready') return server
  await server.close()
  throw new Error(`${state}: ${reason}`)
}

export function configOf(target: Target, serverName = 'bench'): McpServerConfig {
  // A transport of the program's own takes the place of this one.
  if (target.kind === 'memory') return { serverName, transport: 'streamable-http', url: 'http://127.0.0.1/mcp' }
  const { command, args, env = {} } = target
  return { serverName, transport: 'stdio', command, args: [...args], env: { ...env } }
}

function session(server: McpServer): Session {
  const readyAt = process.hrtime.bigint()
  const names = new Map(server.tools().map(({ rawName, name }) => [rawName, name]))
  return {
    readyAt,
    tools: names.size,
    call: async (tool, signal) => {
      const outcome = await server.call(names.get(tool) ?? tool, {}, { signal })
      if (outcome.isError) throw new Error(JSON.stringify(outcome.content))
      return outcome
    },
    // It keeps its tools current by itself, so there is nothing to ask for.
    list: () => Promise.resolve(server.tools().length),
    close: () => server.close(),
  }
}
