import { Context, type Fiber } from '@deepseek-ai/cordis'
import { createScope } from '@deepseek-ai/dsh-scope'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { scripted } from '@harness-mcp/lab'
import * as resources from '@harness-mcp/resources'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type {} from '../../src/cordis.js'
import * as client from '../../src/index.js'
import { cordisHarness, mcpServersOf, type McpServer } from '../../src/index.js'
import { configOf, connect } from '../support/servers.js'

let ctx: Context

beforeEach(async () => {
  ctx = new Context()
  Object.assign(ctx.logger, { warn: () => {}, error: () => {} })
  await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false })
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(resources)
})

async function entry(serverName: string): Promise<Fiber> {
  const fiber = ctx.plugin(client, configOf(scripted(), { serverName }))
  onTestFinished(() => fiber.dispose())
  await fiber
  return fiber
}

/** One that no entry of a composition stands for. */
function connected(serverName: string, within: Context = ctx): Promise<McpServer> {
  return connect(scripted(), { serverName }, { harness: cordisHarness(within) })
}

function listed(): string[] {
  return mcpServersOf(ctx).map((server) => `${server.name} ${server.snapshot().state}`)
}

describe('a server that was connected with the harness of a context', () => {
  it('is listed beside those of entries until it is closed, and is the handle itself', async () => {
    await entry('one')
    const server = await connected('two')
    expect(listed()).toEqual(['one ready', 'two ready'])
    expect(mcpServersOf(ctx)[1]).toBe(server)
    await server.reconnect()
    expect(listed()).toEqual(['one ready', 'two ready'])
    await server.close()
    expect(listed()).toEqual(['one ready'])
  })

  it('emits each change with a snapshot', async () => {
    const changes: string[] = []
    ctx.on('mcp/change', ({ server, state, toolCount }) => void changes.push(`${server} ${state} ${toolCount}`))
    const server = await connected('s')
    await server.close()
    expect(changes).toEqual(['s connecting 1', 's ready 1', 's closed 1', 's closed 0'])
  })

  it('is listed while it connects, and not any more when that was given up', async () => {
    const abort = new AbortController()
    const place = scripted('--slow-start', '60000', '--silent-on-unknown')
    const given = connect(place, {}, { harness: cordisHarness(ctx), signal: abort.signal })
    given.catch(() => {})
    await expect.poll(listed).toEqual(['s connecting'])
    abort.abort()
    await expect(given).rejects.toMatchObject({ code: 'aborted' })
    expect(listed()).toEqual([])
  })

  it('is not listed, and starts nothing, when it was given up before', async () => {
    const changes: string[] = []
    ctx.on('mcp/change', ({ state }) => void changes.push(state))
    const given = connect(scripted(), {}, { harness: cordisHarness(ctx), signal: AbortSignal.abort() })
    await expect(given).rejects.toMatchObject({ code: 'aborted' })
    expect([listed(), changes]).toEqual([[], []])
    await connected('s')
  })
})

describe('a name', () => {
  const taken = 's: another server of this scope already has this serverName; the earlier one is not affected'

  it.each([
    ['an entry', 'a connected server', (): Promise<unknown> => entry('s'), (): Promise<unknown> => connected('s')],
    ['a connected server', 'an entry', (): Promise<unknown> => connected('s'), (): Promise<unknown> => entry('s')],
    ['one connected server', 'another', (): Promise<unknown> => connected('s'), (): Promise<unknown> => connected('s')],
  ])('of %s in a scope is refused to %s there, which costs the first nothing', async (_, __, first, second) => {
    await first()
    const before = ctx.tools.schemas().map(({ name }) => name)
    await expect(second()).rejects.toMatchObject({ code: 'invalid-config', message: taken })
    expect(listed()).toEqual(['s ready'])
    expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(before)
  })

  it('is free again when its server is closed', async () => {
    const server = await connected('s')
    await server.close()
    await entry('s')
    expect(listed()).toEqual(['s ready'])
  })

  it('may be had once in each scope', async () => {
    const plain = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
    const scope = createScope(plain.ctx, { id: 'agent' })
    await entry('s')
    await connected('s', scope.ctx)
    await expect(connected('s', scope.ctx)).rejects.toThrow(taken)
    expect(listed()).toEqual(['s ready', 's ready'])
  })
})
