import { Context, type Fiber } from '@deepseek-ai/cordis'
import { createScope } from '@deepseek-ai/dsh-scope'
import { renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import * as client from '@harness-mcp/client'
import { cordisHarness, mcpServersOf } from '@harness-mcp/client'
import type {} from '@harness-mcp/client/cordis'
import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { labServer, processesOf, scripted } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import * as resources from '@harness-mcp/resources'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

import { serve } from '../../examples/cordis.js'
import type { McpSession } from '../../src/index.js'
import { sessionOf, states } from '../support/sessions.js'

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

function listed(): string[] {
  return mcpServersOf(ctx).map((server) => `${server.name} ${server.snapshot().state}`)
}

async function entry(serverName: string): Promise<Fiber> {
  const fiber = ctx.plugin(client, { ...scripted(), transport: 'stdio', serverName })
  onTestFinished(() => fiber.dispose())
  await fiber
  return fiber
}

describe.each(['without a permission', 'with a permission'])('the servers of a session %s', (which) => {
  const permission = which === 'with a permission' && { permission: async () => ({ kind: 'deny' as const }) }

  it('are listed beside those of entries, whatever becomes of them', async () => {
    await entry('entry')
    const session = await sessionOf({ a: scripted(), b: scripted() }, { harness: cordisHarness(ctx), ...permission })
    expect(listed()).toEqual(['entry ready', 'a ready', 'b ready'])
    await session.reconnect('a')
    expect(listed()).toEqual(['entry ready', 'a ready', 'b ready'])
    await session.disconnect('a')
    expect(listed()).toEqual(['entry ready', 'b ready'])
    await session.connect('a')
    expect(listed()).toEqual(['entry ready', 'b ready', 'a ready'])
    await session.setServers({ c: scripted(), b: { ...scripted(), toolCallTimeoutMs: 1_234 } })
    expect(listed().toSorted()).toEqual(['b ready', 'c ready', 'entry ready'])
    await session.close()
    expect(listed()).toEqual(['entry ready'])
  })

  it('tell of each change', async () => {
    const changes: string[] = []
    ctx.on('mcp/change', ({ server, state, toolCount }) => void changes.push(`${server} ${state} ${toolCount}`))
    const session = await sessionOf({ s: scripted() }, { harness: cordisHarness(ctx), ...permission })
    await session.disconnect('s')
    expect(changes).toEqual(['s connecting 1', 's ready 1', 's closed 1', 's closed 0'])
  })

  it('are refused the name of an entry in the scope, which costs only that server, until it is free', async () => {
    const taken = await entry('s')
    const session = await sessionOf({ s: scripted(), t: scripted() }, { harness: cordisHarness(ctx), ...permission })
    expect(session.status()).toMatchObject([
      { server: 's', state: 'failed', reason: expect.stringMatching(/^another server of this scope already has/) },
      { server: 't', state: 'ready' },
    ])
    expect(listed()).toEqual(['s ready', 't ready'])
    await taken.dispose()
    await session.reconnect('s')
    expect(states(session)).toEqual({ s: 'ready', t: 'ready' })
  })

  it('keep their names from entries in the scope', async () => {
    await sessionOf({ s: scripted() }, { harness: cordisHarness(ctx), ...permission })
    await expect(entry('s')).rejects.toThrow('s: another server of this scope already has this serverName')
    expect(listed()).toEqual(['s ready'])
  })

  it('can be connected again when a user interface has closed one', async () => {
    const session = await sessionOf({ s: scripted() }, { harness: cordisHarness(ctx), ...permission })
    await mcpServersOf(ctx)[0]?.close()
    expect([states(session), listed()]).toEqual([{ s: 'closed' }, []])
    await session.connect('s')
    expect([states(session), listed()]).toEqual([{ s: 'ready' }, ['s ready']])
    expect(names()).toContain('mcp__s__echo')
  })
})

it('of two sessions with a harness each in one scope keeps the first, and tells the second why', async () => {
  await sessionOf({ s: scripted() }, { harness: cordisHarness(ctx) })
  const second = await sessionOf({ s: scripted(), t: scripted() }, { harness: cordisHarness(ctx) })
  expect(second.status()).toMatchObject([
    { server: 's', state: 'failed', reason: expect.stringMatching(/^another server of this scope already has/) },
    { server: 't', state: 'ready' },
  ])
})

it('with a permission of the session asks about calls of a listed handle too', async () => {
  const asked: unknown[] = []
  await sessionOf(
    { lab: { ...labServer('modern-stdio'), alwaysAllow: ['add'] } },
    {
      harness: cordisHarness(ctx),
      permission: async ({ tool: { rawName }, args }) => {
        asked.push([rawName, args])
        return asked.length > 1 ? { kind: 'allow' } : { kind: 'deny', reason: 'not today' }
      },
    },
  )
  const [handle] = mcpServersOf(ctx)
  expect(await handle?.call('mcp__lab__echo', { text: 'x' })).toMatchObject({
    code: 'denied',
    content: [{ type: 'text', text: 'lab: the call of "echo" was denied: not today' }],
  })
  expect(await handle?.call('mcp__lab__echo', '{"text":"y"}')).toMatchObject({ isError: false })
  expect(await handle?.call('mcp__lab__add', { a: 1, b: 2 })).toMatchObject({ isError: false })
  expect(await handle?.call('mcp__lab__none', {})).toMatchObject({ code: 'unknown-tool' })
  expect(asked).toEqual([
    ['echo', { text: 'x' }],
    ['echo', { text: 'y' }],
  ])
  await expect(handle?.call('mcp__lab__echo', { text: 'z' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  })
})
