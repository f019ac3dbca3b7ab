import { connectMcpServer } from '@harness-mcp/client'

import { mine } from './weather.js'

// The command is never run: the transport takes its place.
const config = { serverName: 'mine', transport: 'stdio', command: 'in-process' } as const
const server = await connectMcpServer(config, { transport: mine.connect })

const outcome = await server.call('mcp__mine__get_weather', { city: 'Oslo', days: 2 })
console.log(outcome.value?.structuredContent) // { city: 'Oslo', forecast: ['sunny', 'sunny'] }
await server.close()
