import { type AiTool, agent as aiSdkAgent } from '../../examples/ai-sdk.js'
import { agent as anthropicAgent, type Turn as AnthropicTurn } from '../../examples/anthropic.js'
import { agent as openaiAgent, type Turn as OpenaiTurn } from '../../examples/openai.js'
import type { McpSessionOptions } from '../../src/index.js'

export type LoopOptions = McpSessionOptions & { signal: AbortSignal }

/** A call that a scripted model makes. */
export interface Call {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What a scripted model was shown. */
export interface Seen {
  readonly system: string
  readonly tools: readonly string[]
  readonly schema: unknown
  /** What came of its calls, in the format of the provider. */
  readonly results: readonly unknown[]
  /** The signal of its request. */
  readonly signal: AbortSignal
  readonly answer: string
}

/** Runs the example with a model that makes all calls in its first turn, and says that it is done in the second. */
export type Loop = (calls: readonly Call[], options: LoopOptions) => Promise<Seen>

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown }

export const anthropic: Loop = async (calls, options) => {
  const turns: AnthropicTurn<Block>[] = []
  const signals: AbortSignal[] = []
  const create = async (turn: AnthropicTurn<Block>, { signal }: { signal: AbortSignal }): Promise<Reply> => {
    turns.push({ ...turn, messages: [...turn.messages] })
    signals.push(signal)
    if (turns.length > 1) return { content: [{ type: 'text', text: 'Done.' }] }
    return { content: calls.map(({ name, args }, id) => ({ type: 'tool_use', id: `c${id}`, name, input: args })) }
  }
  const answer = await anthropicAgent<Block>('Go.', create, options)
  const [first] = turns
  return {
    ...seen(first?.system, first?.tools, signals[0], answer),
    schema: first?.tools[0]?.input_schema,
    results: turns[1]?.messages.slice(2) ?? [],
  }
}

interface Reply {
  content: Block[]
}

interface Message {
  role: 'assistant'
  content: string | null
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

export const openai: Loop = async (calls, options) => {
  const turns: OpenaiTurn<Message>[] = []
  const signals: AbortSignal[] = []
  const create = async (turn: OpenaiTurn<Message>, { signal }: { signal: AbortSignal }): Promise<Choices> => {
    turns.push(turn)
    signals.push(signal)
    if (turns.length > 1) return { choices: [{ message: { role: 'assistant', content: 'Done.' } }] }
    const tool_calls = calls.map(({ name, args }, id) => {
      return { id: `c${id}`, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } }
    })
    return { choices: [{ message: { role: 'assistant', content: null, tool_calls } }] }
  }
  const answer = await openaiAgent<Message>('Go.', create, options)
  const [first] = turns
  const system = first?.messages[0]?.content
  const tools = first?.tools.map((tool) => tool.function)
  return {
    ...seen(typeof system === 'string' ? system : undefined, tools, signals[0], answer),
    schema: tools?.[0]?.parameters,
    results: turns[1]?.messages.slice(3) ?? [],
  }
}

interface Choices {
  choices: { message: Message }[]
}

/** Runs the tools as the SDK does: execute, then toModelOutput. */
export const aiSdk: Loop = async (calls, options) => {
  const results: unknown[] = []
  let first: { system: string; tools: Record<string, AiTool<object>>; abortSignal: AbortSignal } | undefined
  const generate = async (turn: NonNullable<typeof first>): Promise<{ text: string }> => {
    first = turn
    for (const [index, { name, args }] of calls.entries()) {
      const tool = turn.tools[name]
      const output = await tool?.execute(args, { toolCallId: `c${index}`, abortSignal: turn.abortSignal })
      if (output) results.push(tool?.toModelOutput({ output }).value)
    }
    return { text: 'Done.' }
  }
  const answer = await aiSdkAgent<object>('Go.', { jsonSchema: (schema) => ({ schema }), generate }, options)
  const tools = Object.entries(first?.tools ?? {}).map(([name, tool]) => ({ name, ...tool }))
  return { ...seen(first?.system, tools, first?.abortSignal, answer), schema: tools[0]?.inputSchema, results }
}

function seen(
  system: string | undefined,
  tools: readonly { readonly name: string }[] | undefined,
  signal: AbortSignal | undefined,
  answer: string,
): Omit<Seen, 'schema' | 'results'> {
  if (system === undefined || tools === undefined || signal === undefined) throw new Error('the model was not asked')
  return { system, tools: tools.map(({ name }) => name), signal, answer }
}
