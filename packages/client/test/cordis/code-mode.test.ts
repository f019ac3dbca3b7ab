import { Context } from '@deepseek-ai/cordis'
import { createScope } from '@deepseek-ai/dsh-scope'
import { renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime, type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { labServer, picturePng, scripted } from '@harness-mcp/lab'
import { jsonFile } from '@harness-mcp/lab/vitest'
import * as resources from '@harness-mcp/resources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import * as client from '../../src/index.js'
import { mcpServersOf, type McpServerConfig } from '../../src/index.js'
import { codeRuntime } from '../support/code-runtime.js'
import { configOf } from '../support/servers.js'

type Mode = 'native' | 'code'

let ctx: Context

async function start(mode: Mode): Promise<void> {
  ctx = new Context()
  await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false })
  await ctx.plugin(ToolRuntime, { mode })
  ctx.provide('codeRuntime', codeRuntime)
  await ctx.plugin(resources)
}

afterEach(() => Promise.all(mcpServersOf(ctx).map((server) => server.close())))

const modern = configOf(labServer('modern-stdio'), { serverName: 'modern' })

/** Runs a program of an agent through the registry's own tool for that. */
async function runProgram(code: string): Promise<ToolExecutionResult> {
  const args = { code, description: 'A test.' }
  return ctx.tools.execute({
    callId: callId(),
    name: 'run_code',
    arguments: args,
    signal: new AbortController().signal,
  })
}

/** What a model reads: the prompt, and the tools that the request declares. */
async function declared(scope?: object): Promise<{ prompt: string; tools: string[] }> {
  const assembly = await ctx.systemPrompt.assemble(scope === undefined ? {} : { scope })
  return { prompt: renderPrompt(assembly), tools: assembly.tools.map(({ name }) => name) }
}

describe('a program', () => {
  beforeEach(() => start('code'))

  it.each(['modern-stdio', 'legacy-stdio'] as const)('gets the canonical value of a tool of %s', async (server) => {
    await ctx.plugin(client, configOf(labServer(server), { serverName: 'lab' }))
    expect(await runProgram('return await tools.mcp__lab__add({ a: 1, b: 2 })')).toMatchObject({
      isError: false,
      value: { result: { content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 } } },
    })
  })

  it('computes with structured content, and only what it returns is read', async () => {
    await ctx.plugin(client, modern)
    const code = `
      const sums = await Promise.all([1, 2, 3].map((a) => tools.mcp__modern__add({ a, b: 10 })))
      return sums.map(({ structuredContent }) => structuredContent.sum)`
    const result = await runProgram(code)
    expect(result).toMatchObject({ isError: false, value: { result: [11, 12, 13] } })
    expect(result.content).toEqual([{ type: 'text', text: '[\n  11,\n  12,\n  13\n]' }])
  })

  it('gets images as they came, whole', async () => {
    await ctx.plugin(client, modern)
    expect(await runProgram('return (await tools.mcp__modern__picture({})).content[1]')).toMatchObject({
      value: { result: { type: 'image', data: picturePng, mimeType: 'image/png' } },
    })
  })

  it('catches a failure with the text of the tool', async () => {
    await ctx.plugin(client, modern)
    const code = `return await tools.mcp__modern__fail({ reason: 'No paper.' }).catch((error) => error.message)`
    expect(await runProgram(code)).toMatchObject({ value: { result: 'No paper.' } })
  })

  it('of an agent that sees no server finds no tool', async () => {
    const plain = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
    await createScope(plain.ctx, { id: 'agent' }).ctx.plugin(client, modern)
    expect(await runProgram('return Object.keys(tools)')).toMatchObject({ value: { result: [] } })
  })
})

describe('the declarations in code mode', () => {
  beforeEach(() => start('code'))

  /** The type of what a tool returns, on one line. */
  async function outputOf(name: string): Promise<string | undefined> {
    const { prompt, tools } = await declared()
    expect(tools).toEqual(['run_code'])
    const [, outputs = ''] = prompt.split('ToolOutputMap')
    return new RegExp(`  ${name}: (\\{[^]*?\\n  \\});`).exec(outputs)?.[1]?.replaceAll(/\s+/g, ' ')
  }

  it.each(['modern-stdio', 'legacy-stdio'] as const)('type structured content of %s by its schema', async (server) => {
    await ctx.plugin(client, configOf(labServer(server), { serverName: 'lab' }))
    expect(await outputOf('mcp__lab__add')).toBe('{ content: JsonValue[]; structuredContent: { sum: number; }; }')
    expect(await outputOf('mcp__lab__echo')).toBe('{ content: JsonValue[]; structuredContent?: JsonValue; }')
  })

  it('say that any JSON may come where the registry cannot express the schema', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string', format: 'date' } } }
    const pages = jsonFile([{ tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema }] }])
    await ctx.plugin(client, configOf(scripted('--tools', pages)))
    expect(await outputOf('mcp__s__a')).toBe('{ content: JsonValue[]; structuredContent?: JsonValue; }')
  })
})

describe.each<Mode>(['native', 'code'])('in mode %s', (mode) => {
  const agent = { id: 'agent' }

  beforeEach(() => start(mode))

  async function scoped(config: McpServerConfig): Promise<void> {
    const plain = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
    await createScope(plain.ctx, agent).ctx.plugin(client, config)
  }

  it('a caller that sees no server gets no MCP declaration', async () => {
    const before = await declared()
    await scoped(modern)
    for (const other of [undefined, { id: 'other' }]) expect(await declared(other)).toEqual(before)
    expect(JSON.stringify(before)).not.toMatch(/mcp/i)
  })

  it('a caller that sees one gets its tools, its documents and its instructions', async () => {
    await scoped(modern)
    const { prompt, tools } = await declared(agent)
    const found = mode === 'code' ? prompt : tools.join()
    for (const name of ['mcp__modern__add', 'list_mcp_resources', 'read_mcp_resource']) expect(found).toContain(name)
    expect(prompt).toContain('## Instructions of the MCP server modern')
  })
})

/** The registry brands its ids. */
function callId(): Parameters<ToolRuntime['execute']>[0]['callId'] {
  return JSON.parse('"call-1"')
}
