import type { CallOptions, McpOutcome, McpServer } from '@harness-mcp/client'
import { parseArguments } from '@harness-mcp/result-adapter'

import { failureOf } from '../failure.js'
import type { Admit } from './gate.js'

/** A handle whose calls pass the same gate as the calls of the session. */
export function guardedServer(server: McpServer, admit: Admit): McpServer {
  return {
    name: server.name,
    tools: () => server.tools(),
    call: async (name, args, options) => guardedCall(server, admit, { name, args, options: options ?? {} }),
    resource: (request, walk) => server.resource(request, walk),
    ping: (options) => server.ping(options),
    prompt: () => server.prompt(),
    snapshot: () => server.snapshot(),
    subscribe: (listener) => server.subscribe(listener),
    reconnect: () => server.reconnect(),
    authorize: (person) => server.authorize(person),
    close: () => server.close(),
  }
}

interface NamedCall {
  readonly name: string
  readonly args: unknown
  readonly options: CallOptions
}

async function guardedCall(server: McpServer, admit: Admit, { name, args, options }: NamedCall): Promise<McpOutcome> {
  const tool = server.tools().find((each) => each.name === name)
  const parsed = parseArguments(args)
  // The server says itself what is wrong with them.
  if (tool === undefined || !parsed.ok) return server.call(name, args, options)
  const { callId, signal } = options
  try {
    return await server.call(name, await admit({ tool, args: parsed.value, callId, signal }), options)
  } catch (error) {
    return failureOf(error)
  }
}
