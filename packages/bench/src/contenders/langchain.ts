import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { InMemoryTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { Target } from '../servers/targets.js'
import { BUFFER_BYTES, CLIENT, type Contender } from './contender.js'

interface LangChainTool {
  readonly name: string
  invoke(input: object, options: { readonly signal: AbortSignal }): Promise<unknown>
}

type LoadMcpTools = (server: string, client: Client) => Promise<LangChainTool[]>

// By a path that the compiler does not follow: its declarations do not hold under exactOptionalPropertyTypes.
const { loadMcpTools } = z
  .object({ loadMcpTools: z.custom<LoadMcpTools>((value) => typeof value === 'function') })
  .parse(await import(import.meta.resolve('@langchain/mcp-adapters')))

/** `@langchain/mcp-adapters` on the first line of the SDK, which it is built on. Its own connections take 10 MB at most. */
export const langchain: Contender = {
  name: 'langchain',
  eras: ['legacy'],
  open: async (target) => {
    const client = new Client(CLIENT)
    await client.connect(transportOf(target))
    const load = async () => new Map((await loadMcpTools('bench', client)).map((tool) => [tool.name, tool]))
    let tools = await load()
    const readyAt = process.hrtime.bigint()
    return {
      readyAt,
      tools: tools.size,
      call: async (name, signal) => {
        const tool = tools.get(name)
        if (tool === undefined) throw new Error(`there is no tool ${name}`)
        return tool.invoke({ query: '' }, { signal })
      },
      list: async () => (tools = await load()).size,
      close: () => client.close(),
    }
  },
}

function transportOf(target: Target): StdioClientTransport | InMemoryTransport {
  if (target.kind === 'memory') return target.connect()
  const { command, args, env = {} } = target
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'ignore',
    maxBufferSize: BUFFER_BYTES,
  })
}
