import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import type { Command } from '../src/index.js'

type Transport = StdioClientTransport | StreamableHTTPClientTransport
type Mode = 'auto' | 'legacy'

/** A client of the official SDK on a stdio server. It goes with the test. */
export function connectStdio(command: Command & { env?: Record<string, string> }, mode?: Mode): Promise<Client> {
  return forThisTest(stdio(command), mode)
}

/** A client of the official SDK on an HTTP server. It goes with the test. */
export function connectHttp(url: string, mode?: Mode): Promise<Client> {
  return forThisTest(http(url), mode)
}

export function stdio(command: Command & { env?: Record<string, string> }): StdioClientTransport {
  return new StdioClientTransport({ ...command, stderr: 'ignore' })
}

export function http(url: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url))
}

/** A connected client, for the caller to close. */
export async function connect(transport: Transport, mode: Mode = 'auto'): Promise<Client> {
  const client = new Client({ name: 'lab-tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

async function forThisTest(transport: Transport, mode?: Mode): Promise<Client> {
  const client = await connect(transport, mode)
  onTestFinished(() => client.close())
  return client
}
