import { createMCPClient, type MCPTransport } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'

import type { MemoryTarget, Target } from '../servers/targets.js'
import type { Contender } from './contender.js'

/** `@ai-sdk/mcp`: tools with an `execute`, for the AI SDK. */
export const aiSdk: Contender = {
  name: 'ai-sdk',
  eras: ['legacy'],
  open: async (target) => {
    const client = await createMCPClient({ transport: transportOf(target) })
    let tools = await client.tools()
    const readyAt = process.hrtime.bigint()
    return {
      readyAt,
      tools: Object.keys(tools).length,
      call: async (name, signal) => {
        const tool = tools[name]
        if (tool === undefined) throw new Error(`there is no tool ${name}`)
        return tool.execute({}, { toolCallId: 'bench', messages: [], abortSignal: signal })
      },
      list: async () => Object.keys((tools = await client.tools())).length,
      close: () => client.close(),
    }
  },
}

function transportOf(target: Target): MCPTransport {
  if (target.kind === 'memory') return inMemory(target)
  const { command, args, env = {} } = target
  return new StdioMCPTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' })
}

/** Errors without an id are messages for the one library and not for the other; the payload server sends none here. */
function inMemory(target: MemoryTarget): MCPTransport {
  const pair = target.connect()
  const transport: MCPTransport = {
    start: () => pair.start(),
    send: (message) => pair.send({ ...message }),
    close: () => pair.close(),
  }
  pair.onmessage = (message) => {
    if ('error' in message) return pair.onerror?.(new Error(message.error.message))
    transport.onmessage?.(message)
  }
  pair.onclose = () => transport.onclose?.()
  pair.onerror = (error) => transport.onerror?.(error)
  return transport
}
