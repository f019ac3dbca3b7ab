import type { Context } from '@deepseek-ai/cordis'
import { bindScopeParent } from '@deepseek-ai/dsh-scope'
import type { ToolDefinition } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import type { McpResourceProvider } from '../src/index.js'
import { startHarness } from './support/harness.js'
import { cursorOf, library, recording } from './support/providers.js'

const THREE = ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource']

/** A plugin of its own that serves one server, as a client is. */
const client = (server: string, provider: McpResourceProvider) => ({
  name: `client-${server}`,
  inject: ['mcpResources'],
  apply: async (ctx: Context) => void ctx.mcpResources.register(server, provider),
})

const foreignTool = (name: string): ToolDefinition => ({
  name,
  description: 'Not ours.',
  parameters: { type: 'object', properties: {} },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }] },
  execute: async () => 'foreign',
})

describe('the tools of a harness', () => {
  it('come with the first provider and go with the last', async () => {
    const harness = await startHarness()
    expect(harness.tools()).toEqual([])
    const removeDocs = harness.ctx.mcpResources.register('docs', library('docs', ''))
    expect(harness.tools()).toEqual(THREE)
    const removeWeb = harness.ctx.mcpResources.register('web', library('web', ''))
    removeDocs()
    expect(harness.tools()).toEqual(THREE)
    removeWeb()
    expect(harness.tools()).toEqual([])
  })

  it('are registered once, whatever the number of providers', async () => {
    const harness = await startHarness()
    let changes = 0
    harness.ctx.on('tools/change', () => void (changes += 1))
    for (const server of ['a', 'b', 'c']) harness.ctx.mcpResources.register(server, library(server, ''))
    expect(changes).toBe(3)
  })

  it('stay for the others when the plugin of the first provider unloads', async () => {
    const harness = await startHarness()
    const first = await harness.ctx.plugin(client('docs', library('docs', '')))
    await harness.ctx.plugin(client('web', library('web', 'Hello.')))
    await first.dispose()
    expect(harness.tools()).toEqual(THREE)
    expect(await harness.call('list_mcp_resources', { server: 'web' })).toMatchObject({
      isError: false,
      value: { resources: [{ uri: 'web://1', name: 'Hello.' }] },
    })
  })

  it('stay in a foreign scope for the others when the plugin of the first provider unloads', async () => {
    const harness = await startHarness()
    const agent = {}
    const scope = harness.scope(agent)
    const first = await scope.ctx.plugin(client('docs', library('docs', '')))
    await scope.ctx.plugin(client('web', library('web', '')))
    await first.dispose()
    expect(harness.tools(agent)).toEqual(THREE)
  })

  it('may run side by side', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    expect(THREE.map((name) => harness.ctx.tools.get(name)?.isConcurrencySafe?.({}))).toEqual([true, true, true])
  })
})

describe('a registration', () => {
  it('with a name that is taken in its scope throws and changes nothing', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', 'first'))
    expect(() => harness.ctx.mcpResources.register('docs', library('docs', 'late'))).toThrow(
      expect.objectContaining({ code: 'duplicate-server', server: 'docs' }),
    )
    expect(harness.tools()).toEqual(THREE)
    expect(await harness.call('list_mcp_resources', { server: 'docs' })).toMatchObject({
      value: { resources: [{ name: 'first' }] },
    })
  })

  it('with an invalid name throws and leaves no tools behind', async () => {
    const harness = await startHarness()
    expect(() => harness.ctx.mcpResources.register('{{x}}', library('x', ''))).toThrow(RangeError)
    expect(harness.tools()).toEqual([])
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    expect(harness.tools()).toEqual(THREE)
  })

  it('that is undone twice does not remove what came after it', async () => {
    const harness = await startHarness()
    const undo = harness.ctx.mcpResources.register('docs', library('docs', ''))
    undo()
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    undo()
    expect(harness.tools()).toEqual(THREE)
  })

  it.each([undefined, {}])('where a foreign tool holds one of the names throws and changes nothing', async (agent) => {
    const harness = await startHarness()
    const scope = agent === undefined ? undefined : harness.scope(agent)
    const ctx = scope?.ctx ?? harness.ctx
    const register = (): void => void (scope ?? harness.ctx.mcpResources).register('docs', library('docs', ''))
    const remove = ctx.tools.register(foreignTool('list_mcp_resource_templates'))
    expect(register).toThrow('already registered')
    expect(harness.tools(agent)).toEqual(['list_mcp_resource_templates'])
    expect(await harness.prompt(agent)).toBe('')
    remove()
    register()
    expect(harness.tools(agent)).toEqual(THREE)
  })

  it('ends with the plugin that made it', async () => {
    const harness = await startHarness()
    const plugin = await harness.ctx.plugin(client('docs', library('docs', '')))
    await plugin.dispose()
    expect(harness.tools()).toEqual([])
    expect(await harness.prompt()).toBe('')
  })

  it('may come from a plugin that does not declare the service', async () => {
    const harness = await startHarness()
    const agent = {}
    const optional = {
      name: 'optional',
      apply: async (ctx: Context) => void ctx.get('mcpResources')?.register('docs', library('docs', '')),
    }
    const plugin = await harness.scope(agent).ctx.plugin(optional)
    expect([harness.tools(), harness.tools(agent)]).toEqual([[], THREE])
    await plugin.dispose()
    expect(harness.tools(agent)).toEqual([])
  })
})

describe('a scope', () => {
  it('shows its servers to its agent and to the children of that, and to nobody else', async () => {
    const harness = await startHarness()
    const [agent, child, stranger] = [{}, {}, {}]
    bindScopeParent(child, agent)
    harness.scope(agent).register('docs', library('docs', 'Hello.'))
    expect([agent, child, stranger, undefined].map((who) => harness.tools(who))).toEqual([THREE, THREE, [], []])
    expect((await harness.prompt(agent)).endsWith('["docs"]')).toBe(true)
    expect(await harness.prompt(child)).toBe(await harness.prompt(agent))
    expect([await harness.prompt(stranger), await harness.prompt()]).toEqual(['', ''])
    const read = { server: 'docs', uri: 'docs://1' }
    expect(await harness.call('read_mcp_resource', read, { agent: child })).toMatchObject({ isError: false })
    expect(await harness.call('read_mcp_resource', read, { agent: stranger })).toMatchObject({
      error: { message: 'unknown tool "read_mcp_resource"' },
    })
  })

  it('adds to what is registered for all', async () => {
    const harness = await startHarness()
    const agent = {}
    harness.ctx.mcpResources.register('web', library('web', ''))
    harness.scope(agent).register('docs', library('docs', ''))
    expect((await harness.prompt(agent)).endsWith('["docs","web"]')).toBe(true)
    expect((await harness.prompt()).endsWith('["web"]')).toBe(true)
    expect(harness.tools(agent)).toEqual(THREE)
    const refused = await harness.call('list_mcp_resources', { server: 'docs' })
    expect(refused).toMatchObject({
      error: { message: 'no MCP server named "docs" is available here; available: web' },
    })
  })

  it('may reuse a name: the nearest registration serves it', async () => {
    const harness = await startHarness()
    const [preset, agent] = [{}, {}]
    bindScopeParent(agent, preset)
    harness.ctx.mcpResources.register('docs', library('docs', 'for all'))
    harness.scope(preset).register('docs', library('docs', 'preset'))
    const undo = harness.scope(agent).register('docs', library('docs', 'agent'))
    const served = async (who?: object): Promise<unknown> =>
      harness.call('list_mcp_resources', { server: 'docs' }, who === undefined ? {} : { agent: who })
    const listed = (name: string) => ({ value: { resources: [{ uri: 'docs://1', name }] } })
    expect(await served(agent)).toMatchObject(listed('agent'))
    expect(await served(preset)).toMatchObject(listed('preset'))
    expect(await served()).toMatchObject(listed('for all'))
    undo()
    expect(await served(agent)).toMatchObject(listed('preset'))
    expect((await harness.prompt(agent)).endsWith('["docs"]')).toBe(true)
  })

  it('keeps inherited servers and tools when its own last provider goes', async () => {
    const harness = await startHarness()
    const agent = {}
    harness.ctx.mcpResources.register('web', library('web', ''))
    const undo = harness.scope(agent).register('docs', library('docs', ''))
    undo()
    expect(harness.tools(agent)).toEqual(THREE)
    expect((await harness.prompt(agent)).endsWith('["web"]')).toBe(true)
  })

  it('takes its registrations along when it is disposed of', async () => {
    const harness = await startHarness()
    const agent = {}
    const scope = harness.scope(agent)
    scope.register('docs', library('docs', ''))
    scope.register('web', library('web', ''))
    await scope.dispose()
    expect(harness.tools(agent)).toEqual([])
    expect(await harness.prompt(agent)).toBe('')
    harness.scope(agent).register('docs', library('docs', ''))
    expect(harness.tools(agent)).toEqual(THREE)
  })

  it('leaves no plugin instance of the service behind', async () => {
    const harness = await startHarness()
    const instances = (): number =>
      [...harness.ctx.registry.values()].reduce((sum, plugin) => sum + plugin.fibers.length, 0)
    const before = instances()
    for (let round = 0; round < 3; round += 1) {
      const scope = harness.scope({})
      scope.register('docs', library('docs', ''))
      await scope.dispose()
    }
    expect(instances()).toBe(before)
  })
})

describe('a call in the registry', () => {
  it('gives programs the complete result and the model its text', async () => {
    const harness = await startHarness()
    const result = { contents: [{ uri: 'a', mimeType: 'image/png', blob: 'AAAA' }], _meta: { size: 3 } }
    harness.ctx.mcpResources.register(
      'docs',
      recording(() => result),
    )
    expect(await harness.call('read_mcp_resource', { server: 'docs', uri: 'a' })).toEqual({
      isError: false,
      value: result,
      content: [
        {
          type: 'text',
          text: 'MCP server: docs\n{"contents":[{"uri":"a","mimeType":"image/png","blob":"[3 bytes of binary data: not text; programs still have the raw data]"}],"_meta":{"size":3}}',
        },
      ],
    })
  })

  it('takes arguments that come as a JSON string', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', 'Hello.'))
    const result = await harness.call('read_mcp_resource', '{"server":"docs","uri":"docs://1"}')
    expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/^MCP server: docs\n/) }])
  })

  it('passes a registry that refuses -0', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register(
      'docs',
      recording(() => ({ resources: [{ uri: 'a', size: -0 }] })),
    )
    expect(await harness.call('list_mcp_resources', { server: 'docs' })).toMatchObject({
      isError: false,
      value: { resources: [{ uri: 'a', size: 0 }] },
    })
  })

  it('walks all pages with the execution of the registry', async () => {
    const harness = await startHarness()
    const agent = {}
    const provider = recording((request) => ({
      resources: [{ uri: cursorOf(request) ?? 'start' }],
      ...(cursorOf(request) === undefined && { nextCursor: '' }),
    }))
    harness.ctx.mcpResources.register('docs', provider)
    const result = await harness.call('list_mcp_resources', { server: 'docs' }, { agent })
    expect(result).toMatchObject({ value: { resources: [{ uri: 'start' }, { uri: '' }] } })
    expect(new Set(provider.executions).size).toBe(1)
    expect(provider.executions[0]).toMatchObject({ agent, callId: 'call-1' })
  })

  it('that is cancelled reaches the provider', async () => {
    const harness = await startHarness()
    const controller = new AbortController()
    const provider = recording(
      (_request, exec) =>
        new Promise((_resolve, reject) => {
          exec.signal.addEventListener('abort', () => reject(new Error('docs: the read was cancelled')))
          controller.abort()
        }),
    )
    harness.ctx.mcpResources.register('docs', provider)
    const call = harness.call('read_mcp_resource', { server: 'docs', uri: 'a' }, { signal: controller.signal })
    expect(await call).toMatchObject({ isError: true, error: { message: 'docs: the read was cancelled' } })
  })

  it('fails with the sentence of the provider', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', {
      request: () => Promise.reject(new Error('docs: not connected')),
    })
    expect(await harness.call('list_mcp_resources', { server: 'docs' })).toMatchObject({
      isError: true,
      error: { message: 'docs: not connected' },
      content: [{ type: 'text', text: 'Error: docs: not connected' }],
    })
  })

  it('renders whatever a policy puts in the place of the value', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    harness.ctx.on('tools/post-execute', async () => ({ kind: 'accept', value: { contents: [{ blob: 'AAAA' }] } }))
    const result = await harness.call('read_mcp_resource', { server: 'docs', uri: 'a' })
    expect(result.content).toEqual([
      {
        type: 'text',
        text: 'MCP server: docs\n{"contents":[{"blob":"[3 bytes of binary data: not text; programs still have the raw data]"}]}',
      },
    ])
  })
})
