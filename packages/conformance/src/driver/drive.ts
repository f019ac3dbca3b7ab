import { connectMcpServer, type OnElicitation } from '@harness-mcp/client'

import { isAuthorizationName } from '../authorization-scenarios.js'
import { isScenarioName } from '../scenarios.js'
import { type Assignment, SERVER } from './assignment.js'
import { authorizationTask } from './authorization-tasks.js'
import { toStandardError } from './logger.js'
import { demandReady } from './ready.js'
import { TASKS } from './tasks.js'

/**
 * Does what a harness would do in one scenario: configuration in, calls by public name. Rejects when the bridge does not
 * come to the right end by its own account, whatever the referee saw.
 */
export async function drive(assignment: Assignment): Promise<void> {
  const { scenario, revision, context, url } = assignment
  if (!isScenarioName(scenario)) throw new Error(`no task for the scenario "${scenario}"`)
  if (isAuthorizationName(scenario)) return authorizationTask(scenario)(assignment)
  const config = { serverName: SERVER, transport: 'streamable-http', url } as const
  const server = await connectMcpServer(config, { logger: toStandardError, onElicitation: agree })
  try {
    demandReady(server.snapshot(), revision)
    await TASKS[scenario](server, context)
  } finally {
    await server.close()
  }
}

/** Agrees to everything and fills in nothing: what arrives are the defaults. */
const agree: OnElicitation = () => ({ action: 'accept', content: {} })
