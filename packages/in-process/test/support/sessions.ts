import { connectMcpServer, type McpServer, type McpTransport } from '@harness-mcp/client'
import { Client } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

import type { InProcessServer, InProcessTool } from '../../src/index.js'
import { createSdkMcpServer } from '../../src/index.js'

export const config = { serverName: 's', transport: 'stdio', command: 'in-process' } as const

export function serverOf(...tools: InProcessTool[]): InProcessServer {
  return createSdkMcpServer({ name: 'mine', version: '1.2.3', tools })
}

/** A session that goes with the test, over the real client. */
export async function session(handle: InProcessServer, make: () => McpTransport = handle.connect): Promise<McpServer> {
  const server = await connectMcpServer({ ...config, reconnect: { enabled: false } }, { transport: make })
  onTestFinished(() => server.close())
  return server
}

/** A client of the SDK that shakes hands as its line does by itself, and goes with the test. */
export async function sdkClient(
  handle: InProcessServer,
  mode: 'auto' | 'legacy',
  transport: McpTransport = handle.connect(),
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** A connection on which nobody has heard of `server/discover`, so that the client falls back to `initialize`. */
export function oldFashioned(handle: InProcessServer): () => McpTransport {
  return () => {
    const inner = handle.connect()
    return Object.assign(inner, { send: sendUnlessProbe(inner) })
  }
}

function sendUnlessProbe(inner: McpTransport): McpTransport['send'] {
  const send = inner.send.bind(inner)
  return async (message) => {
    if (!('method' in message) || message.method !== 'server/discover' || !('id' in message)) return send(message)
    const answer = { jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'Method not found' } }
    queueMicrotask(() => {
      const heard: unknown = Reflect.get(inner, 'onmessage')
      if (typeof heard === 'function') Reflect.apply(heard, inner, [answer])
    })
  }
}
