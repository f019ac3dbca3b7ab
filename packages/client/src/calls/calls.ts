import { type JsonObject, plainLine } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from '../config/schema.js'
import type { Connection } from '../connection/connection.js'
import type { McpTool } from '../discovery/tool.js'
import { clientError } from '../errors.js'
import type { Events } from '../lifecycle/events.js'
import type { Progress } from '../transport/progress.js'
import { bounded } from './bounded.js'

export interface CallOptions {
  /** Cancels the call, on the server too. */
  readonly signal?: AbortSignal | undefined
  /** The harness's own id of the call, for the events. */
  readonly callId?: string | undefined
  /** Told of each report of progress. What it throws is ignored. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface CallParts {
  readonly config: ResolvedConfig
  readonly events: Events
  /** The connection to use now. Throws an `McpError` of code `not-connected` that says when the next attempt is. */
  readonly live: () => Connection
}

/**
 * Calls a tool once and gives the raw result as the server sent it. Rejects with an `McpError`; a call whose outcome is
 * unknown is never sent again.
 */
export function callTool(parts: CallParts, tool: McpTool, args: JsonObject, options: CallOptions): Promise<unknown> {
  const { config, events, live } = parts
  const { callId, signal } = options
  const onProgress = (progress: Progress): void => {
    events.emit({ type: 'progress', tool: tool.name, ...(callId !== undefined && { callId }), ...progress })
    try {
      options.onProgress?.(progress)
    } catch {
      // It runs inside the transport's reader, which must not fail for it.
    }
  }
  const what = `the call of "${plainLine(tool.rawName, 128)}"`
  return bounded({ config, what, signal, onProgress }, async (stop, progressed) => {
    refuseTask(tool)
    const connection = live()
    const params = { name: tool.rawName, arguments: args }
    const headerSchema = sendsHeaders(tool, config, connection) ? tool.inputSchema : undefined
    const request = { method: 'tools/call', params, ...(headerSchema && { headerSchema }) } as const
    return connection.request(request, { signal: stop, onProgress: (progress) => progressed(cleaned(progress)) })
  })
}

function refuseTask({ taskRequired, server, rawName }: McpTool): void {
  if (!taskRequired) return
  const message = `"${plainLine(rawName, 128)}" can run only as a task, and tasks are not supported here`
  throw clientError('protocol', { server, message })
}

/** Revision 2026-07-28 over HTTP lets a schema ask for parameters as headers, and servers refuse a call without them. */
function sendsHeaders(tool: McpTool, { transport }: ResolvedConfig, { era }: Connection): boolean {
  return era === 'modern' && transport !== 'stdio' && asksForHeaders(tool)
}

const asking = new WeakMap<McpTool, boolean>()

function asksForHeaders(tool: McpTool): boolean {
  const known = asking.get(tool)
  if (known !== undefined) return known
  const asks = JSON.stringify(tool.inputSchema).includes('"x-mcp-header"')
  asking.set(tool, asks)
  return asks
}

const MESSAGE_BYTES = 1_024

function cleaned({ progress, total, message }: Progress): Progress {
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: plainLine(message, MESSAGE_BYTES) }),
  }
}
