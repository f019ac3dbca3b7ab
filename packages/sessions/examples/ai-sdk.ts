import {
  createMcpSession,
  type McpSession,
  type McpSessionOptions,
  type McpToolCallResponse,
} from '@harness-mcp/sessions'

import { weather } from './weather.js'

/**
 * What the loop needs of the AI SDK, version 7: `(turn) => generateText({ model, stopWhen: isStepCount(20), ...turn })` and
 * `jsonSchema`, where `Schema` is `Schema<unknown>` of `ai`.
 */
export interface AiSdk<Schema> {
  generate(turn: Turn<Schema>): Promise<{ text: string }>
  jsonSchema(schema: { type: 'object'; [keyword: string]: unknown }): Schema
}
export interface Turn<Schema> {
  system: string
  prompt: string
  tools: Record<string, AiTool<Schema>>
  abortSignal: AbortSignal
}
export interface AiTool<Schema> {
  description: string
  inputSchema: Schema
  execute(input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal }): Promise<McpToolCallResponse>
  toModelOutput(result: { output: McpToolCallResponse }): { type: 'content'; value: Part[] }
}
type Part = { type: 'text'; text: string } | { type: 'file'; mediaType: string; data: { type: 'data'; data: string } }

/** An agent with the tools and documents of these servers and one in this process. Resolves to the model's last words. */
export async function agent<Schema>(
  prompt: string,
  sdk: AiSdk<Schema>,
  { mcpServers, ...options }: McpSessionOptions & { signal: AbortSignal },
): Promise<string> {
  const mcp = await createMcpSession({ ...options, mcpServers: { ...mcpServers, weather } })
  try {
    const down = mcp.status().filter(({ state }) => state !== 'ready')
    const status = down.map(({ server, state }) => `The server ${server} is ${state}.`)
    const system = [mcp.prompt(), ...status].join('\n\n')
    const { text } = await sdk.generate({ system, prompt, tools: toolsOf(mcp, sdk), abortSignal: options.signal })
    return text
  } finally {
    await mcp.close()
  }
}

function toolsOf<Schema>(mcp: McpSession, sdk: AiSdk<Schema>): Record<string, AiTool<Schema>> {
  const tools = mcp.tools().map(({ name, description, inputSchema }): [string, AiTool<Schema>] => {
    const execute: AiTool<Schema>['execute'] = (input, { toolCallId, abortSignal }) =>
      mcp.call(name, input, { callId: toolCallId, signal: abortSignal })
    return [name, { description, inputSchema: sdk.jsonSchema(inputSchema), execute, toModelOutput }]
  })
  return Object.fromEntries(tools)
}

function toModelOutput({ output }: { output: McpToolCallResponse }): { type: 'content'; value: Part[] } {
  const value = output.content.map((block): Part => {
    if (block.type === 'text') return block
    return { type: 'file', mediaType: block.mediaType, data: { type: 'data', data: block.data } }
  })
  return { type: 'content', value }
}
