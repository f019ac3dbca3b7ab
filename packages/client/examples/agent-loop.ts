import { connectMcpServer, type McpOutcome, type McpServerConfig } from '@harness-mcp/client'
import { createMcpResources } from '@harness-mcp/resources'

/** What a model is told, and what it wants next. Put the SDK of your model behind this. */
export type Model = (turn: {
  system: string
  tools: readonly Declaration[]
  messages: readonly Message[]
}) => Promise<Reply>
export interface Declaration {
  name: string
  description: string
  inputSchema: object
}
export type Reply = { say: string } | { call: string; args: unknown }
export type Message =
  | { role: 'user' | 'assistant'; text: string }
  | { role: 'tool'; call: string; content: McpOutcome['content'] }

/** An agent with the tools and documents of one MCP server. Resolves to the model's last words. */
export async function agent(model: Model, config: McpServerConfig, task: string, signal: AbortSignal): Promise<string> {
  const documents = createMcpResources()
  const server = await connectMcpServer(config, { signal })
  documents.register(server.name, { request: (request, exec) => server.resource(request, exec) })
  const messages: Message[] = [{ role: 'user', text: task }]
  try {
    for (;;) {
      const system = [server.prompt(), documents.prompt()].filter(Boolean).join('\n\n')
      const reply = await model({ system, tools: [...server.tools(), ...documents.tools()], messages })
      if ('say' in reply) return reply.say
      const isDocument = documents.tools().some(({ name }) => name === reply.call)
      const { content } = await (isDocument ? documents : server).call(reply.call, reply.args, { signal })
      messages.push({ role: 'tool', call: reply.call, content })
    }
  } finally {
    await server.close()
  }
}
