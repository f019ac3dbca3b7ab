import { installOutside, labServer, type OutsideProject } from '@harness-mcp/lab'
import { afterAll, beforeAll, expect, it } from 'vitest'

let project: OutsideProject

beforeAll(async () => {
  project = await installOutside('client', 'resources', 'result-adapter', 'naming')
})

afterAll(() => project.remove())

it('type-checks in a project without Cordis, its declarations included', async () => {
  const source = `
    import { Config, connectMcpServer, McpError, type McpServer, type McpServerConfig, type McpTool } from '@harness-mcp/client'
    const config: McpServerConfig = { serverName: 's', transport: 'stdio', command: 'x', reconnect: { maxAttempts: 2 } }
    export const server: Promise<McpServer> = connectMcpServer(config)
    export const names = async (): Promise<string[]> => (await server).tools().map(({ name }: McpTool) => name)
    export const wrong: boolean = Config.safeParse({}).success
    export const code = (error: unknown): string | undefined => (error instanceof McpError ? error.code : undefined)
    // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
    await connectMcpServer({ serverName: 's', transport: 'carrier-pigeon' })
  `
  expect(await project.typeErrors(source)).toBe('')
})

it('works there, loads the SDK at the first connection, and lets the process end by itself', async () => {
  const source = `
    import { connectMcpServer } from '@harness-mcp/client'
    const server = await connectMcpServer(${JSON.stringify({ serverName: 's', transport: 'stdio', ...labServer('modern-stdio') })})
    console.log((await server.call('mcp__s__add', { a: 1, b: 2 })).value.structuredContent.sum)
    await server.close()
  `
  expect(await project.run(source)).toEqual(['3'])
})

it('type-checks with Cordis, as a plugin and with its event', async () => {
  await project.add('client', '@deepseek-ai/cordis')
  const source = `
    import type {} from '@harness-mcp/client/cordis'
    import * as client from '@harness-mcp/client'
    import { Context } from '@deepseek-ai/cordis'
    const ctx = new Context()
    void ctx.plugin(client, { serverName: 's', transport: 'stdio', command: 'x' })
    ctx.on('mcp/change', ({ server, state }) => console.log(server, state))
    ctx.on('internal/service', () => undefined)
  `
  expect(await project.typeErrors(source)).toBe('')
})
