import { Client, type InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import type { Era, Target } from '../servers/targets.js'
import { BUFFER_BYTES, CLIENT, type Contender } from './contender.js'

/** The raw client of the official SDK, told beforehand which era the server speaks, which it would else find out at a cost. */
export const sdk: Contender = {
  name: 'sdk',
  eras: ['legacy', 'modern'],
  open: async (target) => {
    const client = sdkClient(target.era)
    await client.connect(transportOf(target))
    const { tools } = await client.listTools()
    return {
      readyAt: process.hrtime.bigint(),
      tools: tools.length,
      call: (name, signal) => client.callTool({ name, arguments: {} }, { signal }),
      list: async () => (await client.listTools()).tools.length,
      close: () => client.close(),
    }
  },
}

export function sdkClient(era: Era): Client {
  return new Client(CLIENT, { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } })
}

function transportOf(target: Target): StdioClientTransport | InMemoryTransport {
  if (target.kind === 'memory') return target.connect()
  const { command, args, era, env = {} } = target
  const Transport = era === 'modern' ? InPlace : StdioClientTransport
  return new Transport({ command, args: [...args], env: { ...env }, stderr: 'ignore', maxBufferSize: BUFFER_BYTES })
}

/** Any subclass keeps the SDK from probing a second process: its best case, and the one to be compared with. */
class InPlace extends StdioClientTransport {}
