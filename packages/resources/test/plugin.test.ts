import { Context } from '@deepseek-ai/cordis'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import * as resources from '../src/index.js'
import { startHarness } from './support/harness.js'
import { library } from './support/providers.js'

describe('the plugin', () => {
  it('is a namespace of named exports, which a loader can take as it is', () => {
    expect(resources).toMatchObject({ name: 'mcp-resources', inject: ['tools', 'systemPrompt'] })
    expect(resources).not.toHaveProperty('default')
    expect(resources.apply).not.toHaveProperty('prototype')
  })

  it('waits for the services that it needs', async () => {
    const ctx = new Context()
    const plugin = ctx.plugin(resources)
    await plugin
    expect(ctx.get('mcpResources')).toBeUndefined()
    await ctx.plugin(SystemPrompt, {})
    await ctx.plugin(ToolRuntime, {})
    await plugin
    expect(ctx.get('mcpResources')).toBeDefined()
  })

  it('takes the service, the tools and the section along when it unloads', async () => {
    const harness = await startHarness()
    const agent = {}
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    const undo = harness.scope(agent).register('web', library('web', ''))
    await harness.plugin.dispose()
    expect(harness.ctx.get('mcpResources')).toBeUndefined()
    expect([harness.tools(), harness.tools(agent)]).toEqual([[], []])
    expect([await harness.prompt(), await harness.prompt(agent)]).toEqual(['', ''])
    expect((await harness.ctx.systemPrompt.assemble()).sections.map((section) => section.name)).not.toContain(
      'mcp-resource-servers',
    )
    undo()
    expect(harness.errors).toEqual([])
  })

  it('starts afresh when it is loaded again', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    await harness.plugin.dispose()
    const again = await harness.ctx.plugin(resources)
    expect(harness.tools()).toEqual([])
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    expect(harness.tools()).toHaveLength(3)
    await again.dispose()
  })

  it('may be unloaded while it starts, without an error', async () => {
    const harness = await startHarness()
    await harness.plugin.dispose()
    const starting = harness.ctx.plugin(resources)
    // One turn of the microtask queue: `apply` has begun and waits for its import.
    await Promise.resolve()
    await starting.dispose()
    expect(harness.errors).toEqual([])
    expect(harness.ctx.get('mcpResources')).toBeUndefined()
  })
})

describe('the names section', () => {
  it('is absent without a visible server', async () => {
    const harness = await startHarness()
    expect(await harness.prompt()).toBe('')
    const undo = harness.ctx.mcpResources.register('docs', library('docs', ''))
    expect(await harness.prompt()).not.toBe('')
    undo()
    expect(await harness.prompt()).toBe('')
  })

  it('names the servers in the order of code units, whatever the order of registration', async () => {
    const harness = await startHarness()
    for (const server of ['web', 'Docs', 'docs', '_']) harness.ctx.mcpResources.register(server, library(server, ''))
    expect((await harness.prompt()).endsWith('["Docs","_","docs","web"]')).toBe(true)
  })

  it('is the same bytes after a provider was replaced', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('web', library('web', ''))
    const undo = harness.ctx.mcpResources.register('docs', library('docs', 'old'))
    const before = await harness.prompt()
    undo()
    harness.ctx.mcpResources.register('docs', library('docs', 'new'))
    expect(await harness.prompt()).toBe(before)
  })

  it('stands at the end of the guidance for tools', async () => {
    const harness = await startHarness()
    harness.ctx.mcpResources.register('docs', library('docs', ''))
    for (const [name, order] of [
      ['guidance', 139],
      ['declarations', 150],
    ] as const) {
      harness.ctx.systemPrompt.section({ name, order, text: `(${name})` })
    }
    expect(await harness.prompt()).toMatch(/^\(guidance\)\n\n## Documents on MCP servers\n[^]*\n\n\(declarations\)$/)
  })

  it('stands where the harness has a place for it', async () => {
    class Ordered extends SystemPrompt {
      getSectionOrder(name: string): number {
        return name === 'MCP_SERVERS' ? 3_100 : Number.NaN
      }
    }
    const ctx = new Context()
    await ctx.plugin(Ordered, { includeHarnessIdentity: false })
    await ctx.plugin(ToolRuntime, {})
    await ctx.plugin(resources)
    ctx.systemPrompt.section({ name: 'before', order: 3_099, text: 'x' })
    ctx.systemPrompt.section({ name: 'after', order: 3_101, text: 'x' })
    const { sections } = await ctx.systemPrompt.assemble()
    expect(sections.map((section) => section.name).slice(-3)).toEqual(['before', 'mcp-resource-servers', 'after'])
  })
})
