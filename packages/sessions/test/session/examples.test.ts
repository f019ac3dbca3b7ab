import { labServer } from '@harness-mcp/lab'
import { describe, expect, it } from 'vitest'

import { type AiTool, agent as aiSdkAgent } from '../../examples/ai-sdk.js'
import { agent as anthropicAgent, type Turn as AnthropicTurn } from '../../examples/anthropic.js'
import { agent as openaiAgent, type Turn as OpenaiTurn } from '../../examples/openai.js'
import type { McpSessionOptions } from '../../src/index.js'

interface Call {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What the scripted models do, one call after the other; then they say that they are done. */
const SCRIPT: readonly Call[] = [
  { name: 'mcp__lab__add', args: { a: 20, b: 22 } },
  { name: 'mcp__weather__forecast', args: { city: 'Rome' } },
  { name: 'mcp__lab__picture', args: {} },
  { name: 'mcp__old__fail', args: { reason: 'no' } },
  { name: 'read_mcp_resource', args: { server: 'old', uri: 'lab://documents/welcome' } },
]

const TOOLS = ['mcp__lab__add', 'mcp__old__add', 'mcp__weather__forecast', 'read_mcp_resource']
const SYSTEM = /\["lab","old","weather"\][^]*Instructions of the MCP server lab[^]*The server off is disabled\./

/** Two servers and one that is off; whatever fails on purpose is denied. */
function options(signal = new AbortController().signal): McpSessionOptions & { signal: AbortSignal } {
  return {
    mcpServers: {
      lab: { ...labServer('modern-stdio'), alwaysAllow: ['add', 'slow'] },
      old: labServer('legacy-stdio'),
      off: { command: 'no-such-program', disabled: true },
    },
    permission: async ({ tool }) =>
      tool.rawName === 'fail' ? { kind: 'deny', reason: 'not on Sundays' } : { kind: 'allow' },
    signal,
  }
}

const SUM = expect.stringContaining('42')
const FORECAST = 'Sunny in Rome.'
const DENIED = 'old: the call of "fail" was denied: not on Sundays'
const DOCUMENT = expect.stringMatching(/^MCP server: old\n.*Welcome/s)
const PNG = expect.stringMatching(/^iVBOR/)

describe('the loop on the Anthropic tool format', () => {
  type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown }

  it('calls tools of every server, shows an image, reads a document, and passes a denial on', async () => {
    const turns: AnthropicTurn<Block>[] = []
    const answer = await anthropicAgent<Block>(
      'Go.',
      async (turn) => {
        turns.push({ ...turn, messages: [...turn.messages] })
        if (turns.length > 1) return { content: [{ type: 'text', text: 'Done.' }] }
        return { content: SCRIPT.map(({ name, args }, id) => ({ type: 'tool_use', id: `c${id}`, name, input: args })) }
      },
      options(),
    )
    expect(answer).toBe('Done.')
    expect(turns[0]?.system).toMatch(SYSTEM)
    expect(turns[0]?.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(TOOLS))
    expect(turns[0]?.tools[0]?.input_schema).toMatchObject({ type: 'object' })
    const text = (value: unknown): object => ({ type: 'text', text: value })
    const result = (id: string, is_error: boolean, content: readonly unknown[]): object => {
      return { type: 'tool_result', tool_use_id: id, is_error, content }
    }
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }
    expect(turns[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content: [
        result('c0', false, [text(SUM)]),
        result('c1', false, [text(FORECAST)]),
        result('c2', false, [text('A gradient of 16 by 16 pixels.'), image]),
        result('c3', true, [text(DENIED)]),
        result('c4', false, [text(DOCUMENT)]),
      ],
    })
  })

  it('is cancelled in the middle of a call', async () => {
    const abort = new AbortController()
    const use: Block = { type: 'tool_use', id: 'c0', name: 'mcp__lab__slow', input: { ms: 60_000 } }
    const create = async (): Promise<{ content: Block[] }> => (setTimeout(() => abort.abort(), 50), { content: [use] })
    await expect(anthropicAgent<Block>('Go.', create, options(abort.signal))).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('the loop on the OpenAI tool format', () => {
  interface Reply {
    role: 'assistant'
    content: string | null
    tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  }

  it('calls tools of every server, shows an image, reads a document, and passes a denial on', async () => {
    const turns: OpenaiTurn<Reply>[] = []
    const answer = await openaiAgent<Reply>(
      'Go.',
      async (turn) => {
        turns.push(turn)
        const calls = SCRIPT.map(({ name, args }, id) => {
          return { id: `c${id}`, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } }
        })
        const message: Reply = { role: 'assistant', content: turns.length > 1 ? 'Done.' : null }
        return { choices: [{ message: turns.length > 1 ? message : { ...message, tool_calls: calls } }] }
      },
      options(),
    )
    expect(answer).toBe('Done.')
    expect(turns[0]?.messages[0]).toEqual({ role: 'system', content: expect.stringMatching(SYSTEM) })
    expect(turns[0]?.tools.map((tool) => tool.function.name)).toEqual(expect.arrayContaining(TOOLS))
    const result = (id: string, content: unknown): object => ({ role: 'tool', tool_call_id: id, content })
    expect(turns[1]?.messages.slice(3)).toEqual([
      result('c0', SUM),
      result('c1', FORECAST),
      result('c2', 'A gradient of 16 by 16 pixels.\n(the image follows)'),
      result('c3', DENIED),
      result('c4', DOCUMENT),
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } }],
      },
    ])
  })
})

describe('the loop on the AI SDK tool format', () => {
  it('calls tools of every server, shows an image, reads a document, and passes a denial on', async () => {
    const outputs: unknown[] = []
    const names: string[] = []
    /** Runs the tools as the SDK does: execute, then toModelOutput. */
    const run = async (tools: Record<string, AiTool<object>>, abortSignal: AbortSignal): Promise<void> => {
      for (const [index, { name, args }] of SCRIPT.entries()) {
        const output = await tools[name]?.execute(args, { toolCallId: `c${index}`, abortSignal })
        if (output) outputs.push(tools[name]?.toModelOutput({ output }).value)
      }
    }
    const answer = await aiSdkAgent<object>(
      'Go.',
      {
        jsonSchema: (jsonSchema) => ({ jsonSchema }),
        generate: async ({ system, tools, abortSignal }) => {
          expect(system).toMatch(SYSTEM)
          names.push(...Object.keys(tools))
          expect(tools['mcp__lab__add']?.inputSchema).toMatchObject({ jsonSchema: { type: 'object' } })
          await run(tools, abortSignal)
          return { text: 'Done.' }
        },
      },
      options(),
    )
    expect(answer).toBe('Done.')
    expect(names).toEqual(expect.arrayContaining(TOOLS))
    const text = (value: unknown): object => ({ type: 'text', text: value })
    expect(outputs).toEqual([
      [text(SUM)],
      [text(FORECAST)],
      [
        text('A gradient of 16 by 16 pixels.'),
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
      ],
      [text(DENIED)],
      [text(DOCUMENT)],
    ])
  })
})
