import {
  oauth,
  type Protection,
  type RunningAuthorizationServer,
  type RunningHttp,
  type SeenByServer,
  startLegacyHttp,
  startModernHttp,
} from '@harness-mcp/lab'
import { onTestFinished } from 'vitest'

import { connectMcpServer } from '../../src/connect.js'
import type { ConnectOptions } from '../../src/options.js'
import type { McpServer } from '../../src/server.js'
import { MemoryProvider } from './auth-provider.js'

export type Era = 'legacy' | 'modern'

export interface Protected {
  readonly url: string
  readonly authorizationServer: RunningAuthorizationServer
  readonly protection: Protection
  /** Every request that came to the server, in order. */
  readonly seen: SeenByServer[]
}

/** A real MCP server that asks for tokens of a real authorization server. Both go with the test. */
export async function protectedServer(era: Era, protection: Protection = {}): Promise<Protected> {
  const authorizationServer = await oauth.startAuthorizationServer()
  const { intercept, seen } = oauth.protect(authorizationServer, protection)
  const running: RunningHttp = await (era === 'legacy'
    ? startLegacyHttp({ intercept })
    : startModernHttp({ intercept }))
  onTestFinished(async () => {
    await running.close()
    await authorizationServer.close()
  })
  return { url: running.url, authorizationServer, protection, seen }
}

/** A client of it that goes with the test. */
export async function connectTo(
  { url }: Protected,
  options: ConnectOptions = { auth: new MemoryProvider() },
  extra: object = {},
): Promise<McpServer> {
  const server = await connectMcpServer({ serverName: 's', transport: 'streamable-http', url, ...extra }, options)
  onTestFinished(() => server.close())
  return server
}

/** The authorization URL of a server that has one. */
export function urlOf(server: McpServer): URL {
  const { authorizationUrl, ...snapshot } = server.snapshot()
  if (authorizationUrl === undefined) throw new Error(`no authorization URL: ${JSON.stringify(snapshot)}`)
  return new URL(authorizationUrl)
}

/** A person who allows everything. */
export async function agreeable(url: URL): Promise<URLSearchParams> {
  return oauth.callbackOf(url)
}
