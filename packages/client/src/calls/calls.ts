import { type JsonObject, McpError, plainLine, untilAborted } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from '../config/schema.js'
import type { Connection, WireRequest } from '../connection/connection.js'
import { seeError } from '../connection/seen-error.js'
import type { McpTool } from '../discovery/tool.js'
import { clientError } from '../errors.js'
import type { Events } from '../lifecycle/events.js'
import { notify } from '../notify.js'
import type { Redactor } from '../redaction.js'
import type { Progress } from '../transport/progress.js'
import { bounded } from './bounded.js'

/** What a call brings besides its arguments. */
export interface CallOptions {
  /** Cancels the call, on the server too. */
  readonly signal?: AbortSignal | undefined
  /** The harness's own id of the call, for the events. */
  readonly callId?: string | undefined
  /**
   * Told of each report of progress. What it throws, or rejects with, is ignored.
   *
   * @param progress - what the server reports.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface CallParts {
  readonly config: ResolvedConfig
  /** For what a server says of its progress. */
  readonly redact: Redactor
  readonly events: Events
  /** The connection to use now. Throws an `McpError` of code `not-connected` that says when the next attempt is. */
  readonly live: () => Connection
  /** The same, or `undefined`. */
  readonly connection: () => Connection | undefined
  /** Settles when the attempt that is under way, or else the next one, has ended. */
  readonly attempted: () => Promise<void>
  /** Discovers again and gives the tool as it is now. */
  readonly rediscover: (tool: McpTool) => Promise<McpTool>
}

/**
 * Calls a tool once and gives the raw result as the server sent it. Rejects with an `McpError`; a call whose outcome is
 * unknown is never sent again.
 */
export function callTool(parts: CallParts, tool: McpTool, args: JsonObject, options: CallOptions): Promise<unknown> {
  const { config, events, redact } = parts
  const { callId, signal } = options
  const onProgress = (progress: Progress): void => {
    events.emit({ type: 'progress', tool: tool.name, ...(callId !== undefined && { callId }), ...progress })
    notify(() => options.onProgress?.(progress))
  }
  const what = `the call of "${plainLine(tool.rawName, 128)}"`
  return bounded({ config, what, signal, onProgress }, async (stop, clock) => {
    refuseTask(tool)
    let asked = false
    const hold = (): (() => void) => {
      asked = true
      return clock.hold()
    }
    const report = (progress: Progress): void => clock.onProgress(cleaned(progress, redact))
    const wire = { signal: stop, onProgress: report, asked: { tool: tool.rawName, hold } }
    let used: Connection | undefined
    const send = (current: McpTool): Promise<unknown> => {
      used = parts.live()
      return used.request(callRequest(current, args, sendsHeaders(current, config, used)), wire)
    }
    try {
      return await send(tool)
    } catch (error) {
      return send(await afterRefusal({ parts, tool, error, used, asked, stop }))
    }
  })
}

function callRequest({ rawName, inputSchema }: McpTool, args: JsonObject, withHeaders: boolean): WireRequest {
  const params = { name: rawName, arguments: args }
  return { method: 'tools/call', params, ...(withHeaders && { headerSchema: inputSchema }) }
}

/** HeaderMismatch of revision 2026-07-28: the server compares headers with arguments before it runs anything. */
const HEADER_MISMATCH = -32_020

interface Refusal {
  readonly parts: CallParts
  readonly tool: McpTool
  readonly error: unknown
  /** The connection that the call was sent on, if it was. */
  readonly used: Connection | undefined
  /** Whether the server has asked for something in the course of the call. */
  readonly asked: boolean
  readonly stop: AbortSignal
}

/** The tool to call once more, when the server is known to have refused the call before it ran. Otherwise throws the error. */
async function afterRefusal({ parts, tool, error, used, asked, stop }: Refusal): Promise<McpTool> {
  // What was asked is a part of the call that has run: it does not begin again, and nobody is asked twice.
  if (!(error instanceof McpError) || asked) throw error
  if (error.code === 'session-expired') {
    // Of many calls that were refused together, the last may find the new session there already.
    if (parts.connection() === used || parts.connection() === undefined) await untilAborted(parts.attempted(), stop)
    return tool
  }
  const cause = seeError(error.cause)
  if (cause.kind === 'server-error' && cause.code === HEADER_MISMATCH) return untilAborted(parts.rediscover(tool), stop)
  throw error
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

function cleaned({ progress, total, message }: Progress, redact: Redactor): Progress {
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: plainLine(redact(message), MESSAGE_BYTES) }),
  }
}
