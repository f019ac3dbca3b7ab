import { installOutside, labServer, type OutsideProject } from '@harness-mcp/lab'
import { afterAll, beforeAll, expect, it } from 'vitest'

let project: OutsideProject

beforeAll(async () => {
  project = await installOutside('sessions', 'client', 'in-process', 'resources', 'result-adapter', 'naming')
})

afterAll(() => project.remove())

it('type-checks in a project without Cordis, its declarations included', async () => {
  const source = `
    import { createMcpSession, orderTools, readMcpServersJson, type McpServerConfig, type McpSession } from '@harness-mcp/sessions'
    import { createSdkMcpServer } from '@harness-mcp/in-process'
    const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [] })
    const mcpServers: Record<string, McpServerConfig> = {
      ...readMcpServersJson('{ "mcpServers": {} }').servers,
      local: { type: 'stdio', command: 'x', args: [], alwaysAllow: ['a'], reconnect: { maxAttempts: 2 } },
      inferred: { url: 'https://example.com/mcp', disabled: true, healthCheck: { enabled: true, intervalMs: 5_000 } },
      old: { type: 'sse', url: 'https://example.com/sse' },
      mine,
      settled: { server: mine, tools: { deny: ['b'] } },
    }
    export const session: Promise<McpSession> = createMcpSession({ mcpServers, permission: async ({ tool }) =>
      tool.server === 'mine' ? { kind: 'allow', remember: true } : { kind: 'deny', reason: 'no' } })
    export const names = async (): Promise<string[]> => orderTools([{ name: 'own' }], (await session).tools()).map(({ name }) => name)
    // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
    await createMcpSession({ mcpServers: { s: { type: 'carrier-pigeon', command: 'x' } } })
  `
  expect(await project.typeErrors(source)).toBe('')
})

it('works there, and lets the process end by itself', async () => {
  const source = `
    import { createMcpSession } from '@harness-mcp/sessions'
    const mcpServers = ${JSON.stringify({ a: { ...labServer('modern-stdio'), healthCheck: { enabled: true } }, b: labServer('legacy-stdio') })}
    const session = await createMcpSession({ mcpServers })
    for (const server of ['a', 'b']) {
      console.log((await session.call('mcp__' + server + '__add', { a: 1, b: 2 })).value.structuredContent.sum)
    }
    await session.close()
  `
  expect(await project.run(source)).toEqual(['3', '3'])
})
