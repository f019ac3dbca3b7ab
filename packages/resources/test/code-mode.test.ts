import { describe, expect, it } from 'vitest'
import { startHarness, type TestHarness } from './support/harness.js'
import { library } from './support/providers.js'

async function startCodeMode(): Promise<TestHarness> {
  const harness = await startHarness({ mode: 'code' })
  harness.ctx.provide('codeRuntime', { language: 'typescript', isolation: 'none' })
  return harness
}

describe('in code mode', () => {
  it('a caller with a visible server gets the declarations and the names', async () => {
    const harness = await startCodeMode()
    const agent = {}
    harness.scope(agent).register('docs', library('docs', ''))
    const prompt = await harness.prompt(agent)
    for (const name of ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource']) {
      expect(prompt).toContain(`${name}: {`)
    }
    expect(prompt).toContain('["docs"]')
  })

  it('a caller without a visible server gets no declaration and no text', async () => {
    const harness = await startCodeMode()
    const before = await harness.prompt()
    harness.scope({}).register('docs', library('docs', ''))
    for (const caller of [undefined, {}]) {
      expect(await harness.prompt(caller)).toBe(before)
      expect(await harness.prompt(caller)).not.toMatch(/mcp/i)
    }
  })

  it('a program of the caller reads through the same tool', async () => {
    const harness = await startCodeMode()
    const agent = {}
    harness.scope(agent).register('docs', library('docs', 'Hello.'))
    const args = { server: 'docs', uri: 'docs://1' }
    const byProgram = { agent, parent: Symbol('run_code') }
    expect(await harness.call('read_mcp_resource', args, byProgram)).toMatchObject({
      isError: false,
      value: { contents: [{ uri: 'docs://1', mimeType: 'text/plain', text: 'Hello.' }] },
    })
  })

  it('a program of a caller without a visible server finds no such tool', async () => {
    const harness = await startCodeMode()
    harness.scope({}).register('docs', library('docs', ''))
    const byProgram = { agent: {}, parent: Symbol('run_code') }
    expect(await harness.call('read_mcp_resource', { server: 'docs', uri: 'docs://1' }, byProgram)).toMatchObject({
      error: { message: 'unknown tool "read_mcp_resource"' },
    })
  })
})
