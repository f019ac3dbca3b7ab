import { createMcpSession, type McpSessionOptions } from '@harness-mcp/sessions'

import { weather } from './weather.js'

/**
 * What the loop needs of Chat Completions: `(turn, options) => openai.chat.completions.create({ model, ...turn }, options)`,
 * where `Reply` is `OpenAI.Chat.Completions.ChatCompletionMessage`.
 */
export type Create<Reply> = (
  turn: Turn<Reply>,
  options: { signal: AbortSignal },
) => Promise<{ choices: { message: Reply }[] }>
export interface Turn<Reply> {
  tools: { type: 'function'; function: { name: string; description: string; parameters: Record<string, unknown> } }[]
  messages: (System | User | Reply | ToolMessage)[]
}
type System = { role: 'system'; content: string }
type User = { role: 'user'; content: string | Part[] }
type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }
type ToolMessage = { role: 'tool'; tool_call_id: string; content: string }
type Calling = { content: string | null; tool_calls?: readonly object[] }
type FunctionCall = { id: string; function: { name: string; arguments: string } }

/** An agent with the tools and documents of these servers and one in this process. Resolves to the model's last words. */
export async function agent<Reply extends Calling>(
  task: string,
  create: Create<Reply>,
  { mcpServers, ...options }: McpSessionOptions & { signal: AbortSignal },
): Promise<string> {
  const mcp = await createMcpSession({ ...options, mcpServers: { ...mcpServers, weather } })
  const messages: Turn<Reply>['messages'] = [{ role: 'user', content: task }]
  try {
    for (;;) {
      const down = mcp.status().filter(({ state }) => state !== 'ready')
      const status = down.map(({ server, state }) => `The server ${server} is ${state}.`)
      const system = [mcp.prompt(), ...status].join('\n\n')
      const tools = mcp.tools().map(({ name, description, inputSchema: parameters }) => {
        return { type: 'function' as const, function: { name, description, parameters } }
      })
      const turn: Turn<Reply> = { tools, messages: [{ role: 'system', content: system }, ...messages] }
      const message = (await create(turn, { signal: options.signal })).choices[0]?.message
      if (!message?.tool_calls?.length) return message?.content ?? ''
      messages.push(message)
      const images: Part[] = []
      for (const { id, function: asked } of message.tool_calls.filter(isFunctionCall)) {
        const { content } = await mcp.call(asked.name, asked.arguments, { signal: options.signal, callId: id })
        const text = content.map((block) => (block.type === 'text' ? block.text : '(the image follows)')).join('\n')
        messages.push({ role: 'tool', tool_call_id: id, content: text })
        for (const block of content) {
          if (block.type === 'image') images.push(imagePart(block.mediaType, block.data))
        }
      }
      // Messages of tools take text alone.
      if (images.length > 0) messages.push({ role: 'user', content: images })
    }
  } finally {
    await mcp.close()
  }
}

function imagePart(mediaType: string, data: string): Part {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
}

function isFunctionCall(call: object): call is FunctionCall {
  return 'function' in call
}
