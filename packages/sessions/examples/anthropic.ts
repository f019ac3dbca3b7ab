import { createMcpSession, type McpSessionOptions } from '@harness-mcp/sessions'

import { weather } from './weather.js'

/**
 * What the loop needs of the Messages API: `(turn, options) => anthropic.messages.create({ model, max_tokens, ...turn }, options)`,
 * where `Block` is `Anthropic.ContentBlock`.
 */
export type Create<Block> = (turn: Turn<Block>, options: { signal: AbortSignal }) => Promise<{ content: Block[] }>
export interface Turn<Block> {
  system: string
  tools: { name: string; description: string; input_schema: { type: 'object'; [keyword: string]: unknown } }[]
  messages: { role: 'user' | 'assistant'; content: string | (Block | ToolResult)[] }[]
}
type Text = { type: 'text'; text: string }
type ToolUse = { type: 'tool_use'; id: string; name: string; input: unknown }
type ToolResult = { type: 'tool_result'; tool_use_id: string; is_error: boolean; content: (Text | Image)[] }
type Image = { type: 'image'; source: { type: 'base64'; media_type: MediaType; data: string } }
type MediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** An agent with the tools and documents of these servers and one in this process. Resolves to the model's last words. */
export async function agent<Block extends object>(
  task: string,
  create: Create<Block>,
  { mcpServers, ...options }: McpSessionOptions & { signal: AbortSignal },
): Promise<string> {
  const mcp = await createMcpSession({ ...options, mcpServers: { ...mcpServers, weather } })
  const messages: Turn<Block>['messages'] = [{ role: 'user', content: task }]
  try {
    for (;;) {
      const down = mcp.status().filter(({ state }) => state !== 'ready')
      const status = down.map(({ server, state }) => `The server ${server} is ${state}.`)
      const system = [mcp.prompt(), ...status].join('\n\n')
      const tools = mcp.tools().map(({ name, description, inputSchema }) => {
        return { name, description, input_schema: inputSchema }
      })
      const reply = await create({ system, tools, messages }, { signal: options.signal })
      messages.push({ role: 'assistant', content: reply.content })
      const uses = reply.content.filter((block) => isToolUse(block))
      if (uses.length === 0) return reply.content.map((block) => ('text' in block ? block.text : '')).join('')
      const run = async ({ id, name, input }: ToolUse): Promise<ToolResult> => {
        const { isError, content } = await mcp.call(name, input, { signal: options.signal, callId: id })
        const blocks = content.map((block): Text | Image => {
          if (block.type === 'text') return block
          return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } }
        })
        return { type: 'tool_result', tool_use_id: id, is_error: isError, content: blocks }
      }
      messages.push({ role: 'user', content: await Promise.all(uses.map(run)) })
    }
  } finally {
    await mcp.close()
  }
}

function isToolUse<Block extends object>(block: Block): block is Block & ToolUse {
  return 'type' in block && block.type === 'tool_use'
}
