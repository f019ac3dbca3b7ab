import type { McpServer } from '@harness-mcp/client'

import type { AuthorizationName } from '../authorization-scenarios.js'
import type { ScenarioName } from '../scenarios.js'
import { parseToolCalls } from './context.js'
import { call, expectText, offered, textOf } from './tools.js'

/** What is done with a ready server. Rejects when the bridge gives something else than the scenario's server sent. */
type Task = (server: McpServer, context: string) => Promise<void>

export const TASKS: Readonly<Record<Exclude<ScenarioName, AuthorizationName>, Task>> = {
  initialize: connectingIsAll,
  'request-metadata': connectingIsAll,

  tools_call: async (server) =>
    expectText(await call(server, 'add_numbers', { a: 5, b: 3 }), 'The sum of 5 and 3 is 8'),

  'sse-retry': async (server) =>
    expectText(await call(server, 'test_reconnection'), 'Reconnection test completed successfully'),

  'json-schema-2020-12-preservation': async (server) => {
    const schema = offered(server, 'json_schema_2020_12_tool').inputSchema
    expectText(await call(server, 'json_schema_echo', { schema }), 'echoed')
  },

  // The scenario offers a tool and answers no calls. It is called because that is when schemas may be compiled.
  'json-schema-ref-no-deref': async (server) => {
    await call(server, 'lookup_user', { id: 'a1', profile: { displayName: 'A' } })
  },

  'http-standard-headers': async (server) => {
    await callEverything(server)
    await server.resource({ method: 'resources/list' })
    await server.resource({ method: 'resources/read', uri: 'file:///path/to/file%20name.txt' })
  },

  'http-custom-headers': async (server, context) => {
    for (const { name, arguments: args } of parseToolCalls(context)) {
      expectText(await call(server, name, args), 'Custom headers test completed')
    }
  },

  'elicitation-sep1034-client-defaults': async (server) => {
    const filled = { name: 'John Doe', age: 30, score: 95.5, status: 'active', verified: true }
    const outcome = await call(server, 'test_client_elicitation_defaults')
    expectText(outcome, `Elicitation completed: ${JSON.stringify(filled)}`)
  },

  'sep-2322-client-request-state': async (server) => {
    const asking = call(server, 'test_mrtr_echo_state')
    expectText(await call(server, 'test_mrtr_unrelated'), 'unrelated-ok')
    expectText(await asking, 'echo-state-ok')
    expectText(await call(server, 'test_mrtr_no_state'), 'no-state-ok')
    expectText(await call(server, 'test_mrtr_no_result_type'), 'no-result-type-test-ok')
  },

  // A tool that should have been left out is called as well, if it is offered: the referee then sees the fault.
  'http-invalid-tool-headers': callEverything,
}

async function connectingIsAll(): Promise<void> {}

/** Calls what the model is offered, with a text for each property, and demands a result each time. */
async function callEverything(server: McpServer): Promise<void> {
  for (const { name, inputSchema } of server.tools()) {
    const properties = Object.keys(inputSchema['properties'] ?? {})
    const outcome = await server.call(name, Object.fromEntries(properties.map((property) => [property, 'us-west1'])))
    if (outcome.isError) throw new Error(`${name}: ${textOf(outcome)}`)
  }
}
