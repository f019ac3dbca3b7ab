import { connectMcpServer, type McpAuthProvider } from '@harness-mcp/client'
import { discoverOAuthServerInfo } from '@modelcontextprotocol/client'

import { type Assignment, SERVER } from './assignment.js'
import { toStandardError } from './logger.js'
import { demandReady } from './ready.js'
import { call, expectText } from './tools.js'

/** A program without a person: it is ready at once, with a provider that is made for the server's issuer. */
export async function asMachine(
  { url, revision }: Assignment,
  providerFor: (issuer: string) => McpAuthProvider,
): Promise<void> {
  const config = { serverName: SERVER, transport: 'streamable-http', url } as const
  const auth = providerFor(await issuerOf(url))
  const server = await connectMcpServer(config, { auth, logger: toStandardError })
  try {
    demandReady(server.snapshot(), revision)
    expectText(await call(server, 'test-tool'), 'test')
  } finally {
    await server.close()
  }
}

/** Who set up the client knows it; the scenario does not say it. */
async function issuerOf(url: string): Promise<string> {
  const { authorizationServerUrl, authorizationServerMetadata } = await discoverOAuthServerInfo(url)
  return authorizationServerMetadata?.issuer ?? authorizationServerUrl
}
