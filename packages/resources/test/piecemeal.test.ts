import { installOutside, type OutsideProject } from '@harness-mcp/lab'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let project: OutsideProject

beforeAll(async () => {
  project = await installOutside('resources', 'result-adapter')
})

afterAll(() => project.remove())

describe('a project without Cordis', () => {
  it('type-checks against the package, its declarations included', async () => {
    const source = `
      import { apply, createMcpResources, inject, name, type McpResourceProvider, type McpResourceRuntime } from '@harness-mcp/resources'
      export const provider: McpResourceProvider = { request: async (request) => ({ asked: request.method }) }
      export const undo: () => void = createMcpResources().register('docs', provider)
      export const runtime = (service: McpResourceRuntime): (() => void) => service.register('docs', provider)
      export const plugin: { name: string; inject: string[]; apply: (ctx: never) => Promise<void> } = { name, inject, apply }
      // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
      createMcpResources().register('docs', { request: 1 })
    `
    expect(await project.typeErrors(source)).toBe('')
  })

  it('can use the plain face, and learns what the plugin would need', async () => {
    const source = `
      import { apply, createMcpResources } from '@harness-mcp/resources'
      const resources = createMcpResources()
      resources.register('docs', { request: async ({ uri }) => ({ contents: [{ uri, text: 'Hello.' }] }) })
      const outcome = await resources.call('read_mcp_resource', { server: 'docs', uri: 'a' }, { signal: new AbortController().signal })
      console.log(outcome.content[0].text)
      await apply({}).catch((error) => console.log(error.message))
    `
    expect(await project.run(source)).toEqual([
      'MCP server: docs',
      '{"contents":[{"uri":"a","text":"Hello."}]}',
      'mcp-resources: the peer dependency @deepseek-ai/dsh-scope cannot be loaded',
    ])
  })
})

describe('a project with Cordis', () => {
  it('finds the service on the context, and everything else still there, whatever it imports first', async () => {
    await project.add('resources', '@deepseek-ai/cordis')
    const source = `
      import type { McpResourceRuntime } from '@harness-mcp/resources/cordis'
      import * as resources from '@harness-mcp/resources'
      import { Context } from '@deepseek-ai/cordis'
      const ctx = new Context()
      void ctx.plugin(resources)
      ctx.on('internal/service', () => undefined)
      export const service: McpResourceRuntime | undefined = ctx.get('mcpResources')
      export const undo: () => void = ctx.mcpResources.register('docs', { request: async () => null })
    `
    expect(await project.typeErrors(source)).toBe('')
  })
})
