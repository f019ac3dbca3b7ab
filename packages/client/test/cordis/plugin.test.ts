import { join } from 'node:path'

import { Context, type Fiber } from '@deepseek-ai/cordis'
import { bindScopeParent, createScope } from '@deepseek-ai/dsh-scope'
import { renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { eventually, isAlive, labServer, linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFolder, jsonFile } from '@harness-mcp/lab/vitest'
import * as resources from '@harness-mcp/resources'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type {} from '../../src/cordis.js'
import * as client from '../../src/index.js'
import { mcpServersOf, type McpServerConfig } from '../../src/index.js'
import { configOf } from '../support/servers.js'

const { signal } = new AbortController()
let ctx: Context
let errors: string[]

beforeEach(async () => {
  ctx = new Context()
  errors = []
  const note = (_format: unknown, message: unknown): void => void errors.push(String(message))
  Object.assign(ctx.logger, { warn: note, error: note })
  await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false })
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(resources)
})

afterEach(() => Promise.all(mcpServersOf(ctx).map((server) => server.close())))

async function entry(config: McpServerConfig, within: Context = ctx): Promise<Fiber> {
  const fiber = within.plugin(client, config)
  await fiber
  return fiber
}

function names(agent?: object): string[] {
  return ctx.tools.schemas(agent).map(({ name }) => name)
}

async function prompt(agent?: object): Promise<string> {
  return renderPrompt(await ctx.systemPrompt.assemble(agent === undefined ? {} : { scope: agent }))
}

const modern = configOf(labServer('modern-stdio'), { serverName: 'modern' })

describe('an entry', () => {
  it('offers tools, documents and instructions while it is there, and nothing afterwards', async () => {
    const fiber = await entry(modern)
    expect(names()).toEqual(expect.arrayContaining(['mcp__modern__add', 'read_mcp_resource']))
    expect(await prompt()).toMatch(/\["modern"\][^]*## Instructions of the MCP server modern/)
    const result = await ctx.tools.execute({
      callId: callId(),
      name: 'mcp__modern__add',
      arguments: { a: 1, b: 2 },
      signal,
    })
    expect(result).toMatchObject({ isError: false, value: { structuredContent: { sum: 3 } } })
    expect(ctx.tools.get('mcp__modern__add')).toMatchObject({
      mcp: { server: 'modern', rawName: 'add', untrustedHints: { readOnly: true } },
    })
    await fiber.dispose()
    expect(names()).toEqual([])
    expect(await prompt()).toBe('')
    expect(mcpServersOf(ctx)).toEqual([])
  })

  it('is activated with a failed start, which is logged once with its cause', async () => {
    await entry({ serverName: 'gone', transport: 'stdio', command: 'no-such-program' })
    expect(mcpServersOf(ctx).map((server) => server.snapshot().state)).toEqual(['failed'])
    expect(errors).toEqual([expect.stringMatching(/^gone: failed: the command "no-such-program" was not found/)])
  })

  it('fails with failOnStartupError, and with a wrong configuration', async () => {
    const missing: McpServerConfig = {
      serverName: 'gone',
      transport: 'stdio',
      command: 'no-such-program',
      failOnStartupError: true,
    }
    await expect(entry(missing)).rejects.toThrow('gone: the command "no-such-program" was not found')
    const wrong: unknown = { serverName: 'x y', comand: 'z' }
    await expect(async () => ctx.plugin(client, Object(wrong))).rejects.toThrow(
      /transport[^]*serverName[^]*command[^]*did you mean "command"/,
    )
    expect(mcpServersOf(ctx)).toEqual([])
  })

  it('cannot have the name of another one in its scope, which is not affected', async () => {
    await entry(modern)
    const before = names()
    await expect(entry(modern)).rejects.toThrow('modern: another server of this scope already has this serverName')
    expect(names()).toEqual(before)
  })

  it('does not hold up another one that is ready sooner', async () => {
    const slow = ctx.plugin(
      client,
      configOf(scripted('--slow-start', '3000', '--silent-on-unknown'), { serverName: 'slow' }),
    )
    await entry(modern)
    expect(names()).toContain('mcp__modern__add')
    expect(mcpServersOf(ctx).map((server) => server.snapshot().state)).toEqual(['connecting', 'ready'])
    await slow.dispose()
  })

  it('that is disposed while it connects ends at once and leaves no process', async () => {
    const marker = join(freshFolder(), 'starts')
    const place = scripted('--count', marker, '--slow-start', '60000', '--silent-on-unknown')
    const fiber = ctx.plugin(client, configOf(place))
    await eventually('the start', () => linesOf(marker).length > 0)
    await fiber.dispose()
    expect(processesOf(marker)).toEqual([])
    expect(mcpServersOf(ctx)).toEqual([])
  })

  it('that changes keeps its public names and starts exactly one new process', async () => {
    const count = join(freshFolder(), 'starts')
    const config = configOf(scripted('--count', count))
    const fiber = await entry(config)
    const before = names()
    fiber.update({ ...config, toolCallTimeoutMs: 1234 })
    await eventually('the second start', () => linesOf(count).length === 2)
    await fiber.await()
    expect(names()).toEqual(before)
    expect(linesOf(count).map(Number).filter(isAlive)).toHaveLength(1)
  })

  it('takes the name of one that is removed in the same moment, when that is closed', async () => {
    const count = join(freshFolder(), 'starts')
    const config = configOf(scripted('--count', count))
    const fiber = await entry(config)
    const removed = fiber.dispose()
    const added = await entry(config)
    await removed
    expect(mcpServersOf(ctx).map((server) => server.snapshot().state)).toEqual(['ready'])
    expect(names()).toContain('mcp__s__echo')
    expect(await prompt()).toContain('["s"]')
    expect(linesOf(count).map(Number).filter(isAlive)).toHaveLength(1)
    await added.dispose()
  })

  it('swaps names with another one in one edit, and both are ready', async () => {
    const [a, b] = ['a', 'b'].map((serverName) => configOf(scripted(), { serverName }))
    if (a === undefined || b === undefined) throw new Error('there are two')
    const [first, second] = [await entry(a), await entry(b)]
    first.update(b)
    second.update(a)
    await Promise.all([first.await(), second.await()])
    expect(
      mcpServersOf(ctx)
        .map((server) => `${server.name} ${server.snapshot().state}`)
        .sort(),
    ).toEqual(['a ready', 'b ready'])
    expect(names()).toEqual(expect.arrayContaining(['mcp__a__echo', 'mcp__b__echo']))
    expect(await prompt()).toContain('["a","b"]')
  })

  it('that is disposed while it waits for a name starts nothing and frees nothing', async () => {
    const count = join(freshFolder(), 'starts')
    const holder = await entry(configOf(scripted('--ignore-sigterm')))
    const removed = holder.dispose()
    const waiting = ctx.plugin(client, configOf(scripted('--count', count)))
    await waiting.dispose()
    await removed
    expect({ starts: linesOf(count), servers: mcpServersOf(ctx) }).toEqual({ starts: [], servers: [] })
    await entry(modern)
  })

  it.each([
    ['the name of a living one', configOf(scripted(), { serverName: 'modern' }), /already has this serverName/],
    [
      'a server that cannot start but must',
      configOf({ command: 'no-such-program', args: [] }, { failOnStartupError: true }),
      /was not found on PATH/,
    ],
  ])('that an edit gives %s fails alone, and an edit heals it', async (_, wrong, reason) => {
    const unhandled: unknown[] = []
    const note = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    await entry(modern)
    const edited = await entry(configOf(scripted()))
    edited.update(wrong)
    await expect(edited.await()).rejects.toThrow(reason)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
    expect(mcpServersOf(ctx).map((server) => `${server.name} ${server.snapshot().state}`)).toEqual(['modern ready'])
    edited.update(configOf(scripted()))
    await edited.await()
    expect(names()).toEqual(expect.arrayContaining(['mcp__modern__add', 'mcp__s__echo']))
  })

  it('emits each change with a snapshot', async () => {
    const states: string[] = []
    ctx.on('mcp/change', ({ server, state, toolCount }) => void states.push(`${server} ${state} ${toolCount}`))
    const fiber = await entry(configOf(scripted()))
    await fiber.dispose()
    expect(states).toEqual(['s connecting 1', 's ready 1', 's closed 1', 's closed 0'])
  })
})

describe('scopes', () => {
  it('show tools, documents and instructions to an agent and its children only', async () => {
    const [agent, child, other] = [{ id: 'agent' }, { id: 'child' }, { id: 'other' }]
    bindScopeParent(child, agent)
    const plain = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
    const scope = createScope(plain.ctx, agent)
    await entry(modern, scope.ctx)
    for (const inside of [agent, child]) {
      expect(names(inside)).toEqual(expect.arrayContaining(['mcp__modern__add', 'list_mcp_resources']))
      expect(await prompt(inside)).toContain('Instructions of the MCP server modern')
    }
    for (const outside of [other, undefined]) {
      expect(names(outside)).toEqual([])
      expect(await prompt(outside)).toBe('')
    }
    const globally = await entry(modern)
    expect(names(other)).toContain('mcp__modern__add')
    await globally.dispose()
    await scope.dispose()
    expect(mcpServersOf(ctx)).toEqual([])
  })
})

describe('the registry', () => {
  it('with a foreign tool under one of the names keeps the others out, and says so loudly', async () => {
    const undo = ctx.tools.register({
      name: 'mcp__s__echo',
      description: 'A foreign tool.',
      parameters: {},
      output: { schema: {}, render: () => [] },
      execute: async () => null,
    })
    await entry(configOf(scripted()))
    expect(mcpServersOf(ctx)[0]?.snapshot()).toMatchObject({
      state: 'failed',
      lastError: { code: 'name-conflict' },
      toolCount: 0,
    })
    expect(names()).toEqual(['mcp__s__echo', 'list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'])
    expect(errors).toEqual([expect.stringMatching(/^s: failed: the registry refused the tools/)])
    undo()
  })

  it('gets no change for an unchanged list after a reconnect, and one for one changed tool', async () => {
    const tool = (name: string, description: string): object => ({ name, description, inputSchema: { type: 'object' } })
    const pages = jsonFile([{ tools: [tool('a', '1'), tool('b', '1')] }])
    await entry(configOf(scripted('--tools', pages)))
    let changes = 0
    ctx.on('tools/change', () => void changes++)
    await mcpServersOf(ctx)[0]?.reconnect()
    expect(changes).toBe(0)
  })
})

describe('instructions', () => {
  it.each(['{{persona}} {{ }} }} {{', '{{no_such_variable}}', '${x} `code` {% raw %}'])(
    'come out literally: %s',
    async (text) => {
      await entry(configOf(scripted('--instructions', text)))
      expect(await prompt()).toContain(`## Instructions of the MCP server s\n\n${text}`)
    },
  )

  it('stand in the same order whichever server was ready first', async () => {
    const config = (serverName: string): McpServerConfig =>
      configOf(scripted('--instructions', `I am ${serverName}.`), { serverName })
    const order = async (...servers: string[]): Promise<string[]> => {
      const fibers: Fiber[] = []
      for (const server of servers) fibers.push(await entry(config(server)))
      const found = [...(await prompt()).matchAll(/I am (\w+)\./g)].map(([, name]) => String(name))
      for (const fiber of fibers) await fiber.dispose()
      return found
    }
    expect(await order('zoo', 'alpha', 'github_b', 'github_a')).toEqual(
      await order('github_a', 'alpha', 'zoo', 'github_b'),
    )
  })

  it('that are too long are left out with one warning, and the tools work', async () => {
    await entry(configOf(scripted('--instructions', 'x'.repeat(200)), { maxInstructionBytes: 100 }))
    expect(await prompt()).not.toContain('Instructions of')
    expect(names()).toContain('mcp__s__echo')
    expect(errors).toEqual(['s: its instructions were left out: 237 bytes exceed maxInstructionBytes (100)'])
  })
})

/** The registry brands its ids. */
function callId(): Parameters<ToolRuntime['execute']>[0]['callId'] {
  return JSON.parse('"call-1"')
}
