import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { labServer } from '@harness-mcp/lab'

import { folderOf } from '../../src/index.js'

/** What comes of installing one package alone, and a program that does there what its README says. */
export interface Alone {
  readonly name: string
  /** The packages of ours that come. */
  readonly ours: readonly string[]
  /** Names that must not come. */
  readonly never: readonly RegExp[]
  readonly program: string
  /** Pieces of what the program prints. */
  readonly prints: readonly string[]
}

const SDK = /^@modelcontextprotocol\//
const CORDIS = /^@deepseek-ai\//

export const alone: readonly Alone[] = [
  {
    name: 'naming',
    ours: ['naming'],
    never: [/^(?!@harness-mcp\/naming$)/],
    program: example('naming', 'name-tools'),
    prints: ["'mcp__github__create_issue', 'create_issue'", "'mcp__github__issues_list_a8abd7fe1976', 'issues.list'"],
  },
  {
    name: 'result-adapter',
    ours: ['result-adapter'],
    never: [SDK, CORDIS],
    program: example('result-adapter', 'own-loop'),
    prints: [String.raw`[ { type: 'text', text: 'sunny\n{"celsius":21}' } ]`, '{ celsius: 21 }'],
  },
  {
    name: 'resources',
    ours: ['resources', 'result-adapter'],
    never: [SDK, CORDIS],
    program: example('resources', 'notes'),
    prints: ['["notes"]', "'read_mcp_resource'", 'MCP server: notes', 'Milk, bread.'],
  },
  {
    name: 'client',
    ours: ['client', 'naming', 'resources', 'result-adapter'],
    never: [CORDIS],
    program: `
      import { connectMcpServer, type McpServerConfig } from '@harness-mcp/client'
      const config: McpServerConfig = ${JSON.stringify({ serverName: 's', transport: 'stdio', ...labServer('modern-stdio') })}
      const server = await connectMcpServer(config)
      const outcome = await server.call('mcp__s__add', { a: 1, b: 2 })
      console.log(server.snapshot().state, outcome.value?.structuredContent)
      await server.close()
    `,
    prints: ['ready { sum: 3 }'],
  },
  {
    name: 'in-process',
    ours: ['in-process'],
    never: [CORDIS],
    program: `
      import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
      import { z } from 'zod'
      const greet = tool('greet', 'Greets.', { name: z.string() }, ({ name }) => ({
        content: [{ type: 'text', text: 'Good morning, ' + name + '.' }],
      }))
      const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [greet] })
      const waiting: ((answer: string) => void)[] = []
      const onmessage = (message: unknown): void => waiting.shift()?.(JSON.stringify(message))
      const transport = Object.assign(mine.connect(), { onmessage })
      const ask = (id: number, method: string, params: object): Promise<string> =>
        new Promise((resolve) => {
          waiting.push(resolve)
          void transport.send({ jsonrpc: '2.0', id, method, params })
        })
      await transport.start()
      const clientInfo = { name: 'c', version: '1' }
      console.log(await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }))
      console.log(await ask(2, 'tools/call', { name: 'greet', arguments: { name: 'Ada' } }))
      await transport.close()
    `,
    prints: ['"serverInfo":{"name":"mine"', 'Good morning, Ada.'],
  },
  {
    name: 'sessions',
    ours: ['client', 'in-process', 'naming', 'resources', 'result-adapter', 'sessions'],
    never: [CORDIS],
    program: `
      import { createMcpSession } from '@harness-mcp/sessions'
      const mcpServers = ${JSON.stringify({ a: labServer('modern-stdio'), b: labServer('legacy-stdio') })}
      const mcp = await createMcpSession({ mcpServers })
      for (const { server, state } of mcp.status()) {
        const outcome = await mcp.call('mcp__' + server + '__add', { a: 1, b: 2 })
        console.log(server, state, outcome.value?.structuredContent)
      }
      await mcp.close()
    `,
    prints: ['a ready { sum: 3 }', 'b ready { sum: 3 }'],
  },
  {
    name: 'desktop',
    ours: ['desktop', 'result-adapter'],
    never: [SDK, CORDIS],
    program: `
      import { Config, type DesktopConfig, openDesktop } from '@harness-mcp/desktop'
      const config: DesktopConfig = { tools: { allow: ['get_*'] } }
      console.log(Config.safeParse(config).success, Config.safeParse({ tools: 1 }).success, typeof openDesktop)
    `,
    prints: ['true false function'],
  },
]

/** What its README shows. */
export function example(name: string, file: string): string {
  return readFileSync(join(folderOf(name), 'examples', `${file}.ts`), 'utf8')
}
