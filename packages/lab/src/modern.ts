import { inputRequired, McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server'
import { contentsOf, documents, greet, greetingMetadata, greetingTemplate, instructions } from './offer/documents.js'
import { orderDefinition, ordered, question } from './offer/order.js'
import * as offer from './offer/tools.js'
import type { World } from './offer/world.js'

/** A server on the current SDK line. It speaks whichever era its transport decides. */
export function createModernServer(world: World): McpServer {
  const server = new McpServer(
    { name: 'lab-modern', version: '1.0.0' },
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
  server.registerTool('slow', offer.slowDefinition, (input, context) => offer.slow(input, slowCall(context), world))
  server.registerTool('tally', offer.tallyDefinition, () => offer.tally(world))
  server.registerTool('grow', offer.growDefinition, (input) => offer.grow(input, world, register))
  for (const name of world.grown) register(name)
}

/** The state has what a client could change by mistake when it reads it: white space, a number, an escape. */
const STATE = ' {"a": 1.0,\t"b":"\\u00e9"}\n'

function registerOrder(server: McpServer): void {
  server.registerTool('order', orderDefinition, (input, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.['order']
    if (answer === undefined)
      return inputRequired({ inputRequests: { order: inputRequired.elicit(question) }, requestState: STATE })
    if (mcpReq.requestState() !== STATE) throw new Error('the state came back changed')
    return ordered(input, answer)
  })
}

function slowCall({ mcpReq }: ServerContext): offer.SlowCall {
  const progressToken = mcpReq._meta?.progressToken
  return {
    signal: mcpReq.signal,
    progress: async (progress, total) => {
      if (progressToken === undefined) return
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } })
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
