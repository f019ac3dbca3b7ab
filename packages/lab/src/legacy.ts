import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ElicitResultSchema, type ServerNotification, type ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { contentsOf, documents, greet, greetingMetadata, greetingTemplate, instructions } from './offer/documents.js'
import { orderDefinition, ordered, question } from './offer/order.js'
import * as offer from './offer/tools.js'
import type { World } from './offer/world.js'

/** The same offer as the modern server, on the first SDK line: revision 2025-11-25 and older. */
export function createLegacyServer(world: World): McpServer {
  const server = new McpServer(
    { name: 'lab-legacy', version: '1.0.0' },
    { instructions, capabilities: { tools: { listChanged: true }, resources: { listChanged: true } } },
  )
  registerTools(server, world)
  if (world.asks) registerOrder(server)
  registerDocuments(server)
  return server
}

function registerTools(server: McpServer, world: World): void {
  const register = (name: string): void => {
    const { definition, run } = offer.grown(name)
    server.registerTool(name, definition, run)
  }
  server.registerTool('add', offer.addDefinition, offer.add)
  server.registerTool('echo', offer.echoDefinition, offer.echo)
  server.registerTool('picture', offer.pictureDefinition, offer.picture)
  server.registerTool('fail', offer.failDefinition, offer.fail)
  server.registerTool('slow', offer.slowDefinition, (input, extra) => offer.slow(input, slowCall(extra), world))
  server.registerTool('tally', offer.tallyDefinition, () => offer.tally(world))
  server.registerTool('grow', offer.growDefinition, (input) => offer.grow(input, world, register))
  for (const name of world.grown) register(name)
}

function registerOrder(server: McpServer): void {
  server.registerTool('order', orderDefinition, async (input, extra) => {
    // Not `elicitInput()`: only this names the call, so that over HTTP the question comes on its stream.
    const request = { method: 'elicitation/create' as const, params: question }
    return ordered(input, await extra.sendRequest(request, ElicitResultSchema))
  })
}

function slowCall(extra: RequestHandlerExtra<ServerRequest, ServerNotification>): offer.SlowCall {
  const progressToken = extra._meta?.progressToken
  return {
    signal: extra.signal,
    progress: async (progress, total) => {
      if (progressToken === undefined) return
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total } })
    },
  }
}

function registerDocuments(server: McpServer): void {
  for (const document of documents) {
    const { name, uri, title, description, mimeType } = document
    server.registerResource(name, uri, { title, description, mimeType }, () => contentsOf(document))
  }
  const template = new ResourceTemplate(greetingTemplate, { list: undefined })
  server.registerResource('greeting', template, greetingMetadata, greet)
}
