// Loaded with the first connection: a program that defines a server and never connects does not pay for the SDK.
import { McpServer, ProtocolError, ProtocolErrorCode, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { callTool } from './call.js'
import type { InProcessTool } from './tool.js'

export interface ServedTools {
  readonly about: { readonly name: string; readonly version: string; readonly instructions?: string | undefined }
  readonly tools: ReadonlyMap<string, InProcessTool>
}

/**
 * Serves one connection. The first message decides the revision: `serveStdio` is the SDK's only way to serve both kinds
 * over one line, and takes any transport.
 */
export function serveTools(served: ServedTools, end: Transport): void {
  serveStdio(() => createInstance(served), { transport: end })
}

function createInstance({ about: { name, version, instructions }, tools }: ServedTools): McpServer {
  const instance = new McpServer({ name, version }, instructions === undefined ? {} : { instructions })
  const { server } = instance
  // Not `registerTool`: it would convert every schema again for each connection, and takes no tool named `constructor`.
  server.registerCapabilities({ tools: {} })
  const listed = [...tools.values()].map(listing)
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const called = tools.get(params.name)
    // MCP specification 2025-11-25, server/tools: an unknown tool is an error of the protocol, not of a tool.
    if (called === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(called, params.arguments ?? {}, mcpReq)
  })
  return instance
}

function listing({ name, description, inputSchema, outputSchema, annotations }: InProcessTool) {
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    ...(outputSchema && { outputSchema: { ...outputSchema, type: 'object' as const } }),
    ...(annotations && { annotations }),
  }
}
