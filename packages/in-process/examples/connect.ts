import { connectMcpServer } from '@harness-mcp/client'
import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { z } from 'zod'

const shout = tool('shout', 'Says it louder.', { text: z.string() }, async ({ text }) => ({
  content: [{ type: 'text', text: text.toUpperCase() }],
}))
const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [shout] })

// The command is never run: the transport takes its place.
const config = { serverName: 'mine', transport: 'stdio', command: 'in-process' } as const
const server = await connectMcpServer(config, { transport: mine.connect })

const outcome = await server.call('mcp__mine__shout', { text: 'hello' })
console.log(outcome.content) // [{ type: 'text', text: 'HELLO' }]
await server.close()
