import { installOutside, type OutsideProject } from '@harness-mcp/lab'
import { afterAll, beforeAll, expect, it } from 'vitest'

let project: OutsideProject

beforeAll(async () => {
  project = await installOutside('in-process')
})

afterAll(() => project.remove())

it('type-checks alone, its declarations included', async () => {
  const source = `
    import { createSdkMcpServer, fromMcpServer, isInProcessServer, tool, type InProcessServer, type McpServerLike } from '@harness-mcp/in-process'
    import { z } from 'zod'
    const add = tool('add', '', { a: z.number() }, ({ a }) => ({ content: [{ type: 'text', text: a.toFixed() }] }))
    export const mine: InProcessServer = createSdkMcpServer({ name: 'mine', version: '1', tools: [add] })
    export const other = (server: McpServerLike): InProcessServer => fromMcpServer(server)
    export const told: boolean = isInProcessServer(mine)
    // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
    tool('add', '', { a: z.number() }, ({ a }) => ({ content: [{ type: 'text', text: a }] }))
  `
  expect(await project.typeErrors(source)).toBe('')
})

it('works there, and a call that never settles does not keep the process', async () => {
  const source = `
    import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
    const mine = createSdkMcpServer({ name: 'mine', version: '1', tools: [tool('t', '', {}, () => new Promise(() => {}))] })
    const transport = mine.connect()
    transport.onmessage = ({ result }) => {
      console.log(result.serverInfo.name)
      transport.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 't' } })
    }
    await transport.start()
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  `
  expect(await project.run(source)).toEqual(['mine'])
})
