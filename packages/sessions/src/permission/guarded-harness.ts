import type { HarnessTool, McpHarness } from '@harness-mcp/client'
import { parseArguments } from '@harness-mcp/result-adapter'

import type { Admit } from './gate.js'
import { guardedServer } from './guarded-server.js'

/** A harness whose registered tools and announced handles pass the same gate as the calls of the session. */
export function guardedHarness(harness: McpHarness, admit: Admit): McpHarness {
  return {
    tools: { register: (definition) => harness.tools.register(guarded(definition, admit)) },
    resources: harness.resources,
    systemPrompt: harness.systemPrompt,
    get: (service) => harness.get?.(service),
    // Names are as unique as without the gate.
    scope: async () => (await harness.scope?.()) ?? harness,
    announce: (server) => harness.announce?.(guardedServer(server, admit)) ?? (() => {}),
  }
}

function guarded(definition: HarnessTool, admit: Admit): HarnessTool {
  return {
    ...definition,
    async execute(args, exec) {
      const parsed = parseArguments(args)
      // The definition says itself what is wrong with arguments that cannot be read.
      if (!parsed.ok) return definition.execute(args, exec)
      const { callId, signal } = exec
      return definition.execute(await admit({ tool: definition.mcp, args: parsed.value, callId, signal }), exec)
    },
  }
}
