import { Context } from '@deepseek-ai/cordis'
import { createScope } from '@deepseek-ai/dsh-scope'
import { renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { cordisHarness } from '@harness-mcp/client'
import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { labServer, processesOf, scripted } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import * as resources from '@harness-mcp/resources'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

import { serve } from '../../examples/cordis.js'
import type { McpSession } from '../../src/index.js'
import { sessionOf } from '../support/sessions.js'

const { signal } = new AbortController()
let ctx: Context

beforeEach(async () => {
  ctx = new Context()
  Object.assign(ctx.logger, { warn: () => {}, error: () => {} })
  await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false })
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(resources)
})

function names(agent?: Agent): string[] {
  return ctx.tools.schemas(agent).map(({ name }) => name)
}

async function run(name: string, args: object, agent?: Agent): Promise<unknown> {
  return ctx.tools.execute({ callId: callId(), name, arguments: args, signal, ...(agent && { agent }) })
}

type Agent = NonNullable<Parameters<ToolRuntime['execute']>[0]['agent']>

/** To the registry an agent is an identity that scopes know. */
function agentOf(): Agent {
  return JSON.parse('{}')
}

/** The registry brands its ids. */
function callId(): Parameters<ToolRuntime['execute']>[0]['callId'] {
  return JSON.parse('"call-1"')
}

it('registers tools, documents and instructions of every server in the scope of the context', async () => {
  const session = await sessionOf({ lab: labServer('modern-stdio'), s: scripted() }, { harness: cordisHarness(ctx) })
  expect(names()).toEqual(expect.arrayContaining(['mcp__lab__add', 'mcp__s__echo', 'read_mcp_resource']))
  expect(renderPrompt(await ctx.systemPrompt.assemble({}))).toMatch(
    /\["lab","s"\][^]*Instructions of the MCP server lab/,
  )
  expect(await run('mcp__lab__add', { a: 1, b: 2 })).toMatchObject({ value: { structuredContent: { sum: 3 } } })
  await session.disconnect('lab')
  expect(names().filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__s__echo'])
  await session.close()
  expect(names()).toEqual([])
})

it('leaves the question to the pre-execute step, which finds server, raw name and hints on the definition', async () => {
  const wipe = tool('wipe', 'Wipes a disk.', { disk: z.string() }, async () => ({ content: [] }), {
    annotations: { destructiveHint: true },
  })
  const session = await sessionOf(
    {
      mine: { server: createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [wipe] }), alwaysAllow: ['wipe'] },
      lab: { ...labServer('modern-stdio'), alwaysAllow: ['echo'] },
    },
    { harness: cordisHarness(ctx) },
  )
  const asked: unknown[] = []
  ctx.on('tools/pre-execute', async (exec, next) => {
    const definition: object = ctx.tools.get(exec.name) ?? {}
    if (!('mcp' in definition) || !session.needsPermission(exec.name)) return next()
    asked.push(definition.mcp)
    return { kind: 'deny', reason: 'nobody is there to be asked' }
  })
  expect(await run('mcp__lab__echo', { text: 'x' })).toMatchObject({ isError: false })
  expect(await run('mcp__lab__add', { a: 1, b: 2 })).toMatchObject({
    isError: true,
    error: { message: 'nobody is there to be asked' },
  })
  expect(asked).toMatchObject([{ server: 'lab', rawName: 'add', untrustedHints: { readOnly: true } }])
  const undo = ctx.tools.guard(({ name }) => (name === 'mcp__mine__wipe' ? 'wiping is forbidden here' : undefined))
  expect(await run('mcp__mine__wipe', { disk: 'a' })).toMatchObject({ error: { message: 'wiping is forbidden here' } })
  undo()
})

it.each(['everybody', 'one agent'])(
  'asks about the tools of %s, by the pre-execute step of the README',
  async (whose) => {
    const plain = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
    const agent = agentOf()
    const asked: string[] = []
    const session = await serve(
      whose === 'everybody' ? plain.ctx : createScope(plain.ctx, agent).ctx,
      { lab: { ...labServer('modern-stdio'), alwaysAllow: ['add'] } },
      async ({ name }) => asked.push(name) < 2,
    )
    onTestFinished(() => session.close())
    expect([names().length > 0, names(agent).length > 0]).toEqual([whose === 'everybody', true])
    const denied = { isError: true, error: { message: 'the person said no' } }
    expect(await run('mcp__lab__echo', { text: 'x' }, agent)).toMatchObject({ isError: false })
    expect(await run('mcp__lab__echo', { text: 'x' }, agent)).toMatchObject(denied)
    expect(await run('mcp__lab__add', { a: 1, b: 2 }, agent)).toMatchObject({ isError: false })
    expect(asked).toEqual(['mcp__lab__echo', 'mcp__lab__echo'])
  },
)

it('ends with the plugin whose context it was given, by the README, and leaves no process', async () => {
  const count = freshFile()
  let session: McpSession | undefined
  const plugin = await ctx.plugin({
    name: 'servers',
    inject: ['tools', 'systemPrompt'],
    apply: async (inner) => void (session = await serve(inner, { s: scripted('--count', count) }, async () => true)),
  })
  expect([names().includes('mcp__s__echo'), processesOf(count).length]).toEqual([true, 1])
  await plugin.dispose()
  expect([names(), processesOf(count)]).toEqual([[], []])
  await expect(session?.connect('s')).rejects.toMatchObject({ code: 'closed' })
})

it('with a permission of the session asks in the registry too', async () => {
  const session = await sessionOf(
    { lab: labServer('modern-stdio') },
    { harness: cordisHarness(ctx), permission: async () => ({ kind: 'deny', reason: 'not today' }) },
  )
  expect(await run('mcp__lab__echo', { text: 'x' })).toMatchObject({
    isError: true,
    error: { message: 'lab: the call of "echo" was denied: not today' },
  })
  expect(await session.call('mcp__lab__echo', { text: 'x' })).toMatchObject({ code: 'denied' })
})

it('of two sessions with one name under one harness keeps the first, and tells the second why', async () => {
  const harness = cordisHarness(ctx)
  await sessionOf({ s: scripted() }, { harness })
  const second = await sessionOf({ s: scripted(), t: scripted() }, { harness })
  expect(second.status()).toMatchObject([
    {
      server: 's',
      state: 'failed',
      reason: expect.stringMatching(/^another server of this scope/),
      lastError: { code: 'invalid-config' },
    },
    { server: 't', state: 'ready' },
  ])
  expect(names()).toEqual(expect.arrayContaining(['mcp__s__echo', 'mcp__t__echo']))
})
