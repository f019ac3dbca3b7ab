import { connectMcpServer, type McpLogger, type McpServer } from '@harness-mcp/client'

import { isScenarioName } from '../scenarios.js'
import { TASKS } from './tasks.js'

/** What the referee tells the client that it tests: three environment variables and the last argument. */
export interface Assignment {
  readonly scenario: string
  /** The revision that must be negotiated. */
  readonly revision: string
  /** What the scenario says besides, as JSON. */
  readonly context: string
  readonly url: string
}

/**
 * Does what a harness would do in one scenario: configuration in, calls by public name. Rejects when the bridge does not
 * come to the right end by its own account, whatever the referee saw.
 */
export async function drive({ scenario, revision, context, url }: Assignment): Promise<void> {
  if (!isScenarioName(scenario)) throw new Error(`no task for the scenario "${scenario}"`)
  const config = { serverName: 'referee', transport: 'streamable-http', url } as const
  const server = await connectMcpServer(config, { logger: toStandardError })
  try {
    demandReady(server, revision)
    await TASKS[scenario](server, context)
  } finally {
    await server.close()
  }
}

function demandReady(server: McpServer, demanded: string): void {
  const { state, reason, revision } = server.snapshot()
  if (state !== 'ready') throw new Error(`${state} instead of ready: ${reason}`)
  if (revision !== demanded) throw new Error(`revision ${revision} was negotiated instead of ${demanded}`)
}

/** The referee keeps it, and the report shows its end when the scenario fails. */
const toStandardError: McpLogger = { info: note, warn: note, error: note }

function note(message: string): void {
  process.stderr.write(`${message}\n`)
}
