import type { McpTool } from '@harness-mcp/client'
import { type JsonObject, onAbort, parseArguments, plainLine } from '@harness-mcp/result-adapter'

import { reasonOf, sessionError } from '../errors.js'
import type { Approvals } from './approvals.js'
import { ask } from './ask.js'
import type { Permission } from './permission.js'

/** What the gate has to know of a server. */
export interface Guarded {
  readonly approvals: Approvals
  /** Aborted when the server is to be disconnected. */
  readonly ending: AbortSignal | undefined
  tools(): readonly McpTool[]
}

export interface GatedCall {
  readonly tool: McpTool
  readonly args: JsonObject
  readonly callId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Lets a call pass and gives the arguments to send, or rejects. */
export type Admit = (call: GatedCall) => Promise<JsonObject>

/**
 * Lets a call pass, asking first when a question is due, and gives the arguments to send. Rejects with an `McpError` of code
 * `denied`, `not-connected` when the server went away meanwhile, or `aborted` when the call was cancelled.
 */
export async function admit(call: GatedCall, server: Guarded, permission: Permission | undefined): Promise<JsonObject> {
  const { tool } = call
  if (permission === undefined || server.approvals.allows(tool)) return call.args
  const text = asJson(call)
  const answer = await question(call, server, (signal) => {
    const callId = call.callId === undefined ? {} : { callId: call.callId }
    return ask(permission, { tool, args: copyOf(text), ...callId, signal })
  })
  if (answer.kind === 'deny') throw denied(tool, answer.reason)
  const still = server.tools().some((now) => now.name === tool.name && now.fingerprint === tool.fingerprint)
  if (!still) throw denied(tool, 'the tool changed while the question was open, so the answer is for another one')
  if (answer.remember) server.approvals.remember(tool)
  return copyOf(text)
}

/** Runs `put` with a signal that both the caller and the end of the server abort. */
async function question<T>(call: GatedCall, server: Guarded, put: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const withdrawn = new AbortController()
  const withdraw = (): void => withdrawn.abort(new Error('the question is withdrawn'))
  const sources = [call.signal, server.ending].filter((signal) => signal !== undefined)
  // By hand: what AbortSignal.any makes stays with a signal that lives as long as the server.
  const undo = sources.map((source) => onAbort(source, withdraw))
  try {
    if (sources.some((source) => source.aborted)) withdraw()
    return await put(withdrawn.signal)
  } catch (error) {
    throw call.signal?.aborted ? aborted(call) : gone(call.tool, error)
  } finally {
    for (const each of undo) each()
  }
}

function asJson({ tool, args }: GatedCall): string {
  try {
    return JSON.stringify(args)
  } catch (error) {
    const message = `the arguments are not JSON: ${reasonOf(error)}`
    throw sessionError('protocol', { server: tool.server, message, cause: error })
  }
}

/** Of what `asJson` wrote. A new one each time: the step may do with its copy what it likes. */
function copyOf(text: string): JsonObject {
  const parsed = parseArguments(text)
  return parsed.ok ? parsed.value : {}
}

function aborted({ tool, signal }: GatedCall): Error {
  const message = `the call of "${plainLine(tool.rawName, 128)}" was cancelled`
  return sessionError('aborted', { server: tool.server, message, cause: signal?.reason })
}

function gone(tool: McpTool, cause: unknown): Error {
  const message = 'disconnected before the call was allowed; it was not sent'
  return sessionError('not-connected', { server: tool.server, message, cause })
}

function denied({ server, rawName }: McpTool, reason: string | undefined): Error {
  const message = `the call of "${plainLine(rawName, 128)}" was denied${reason === undefined ? '' : `: ${reason}`}`
  return sessionError('denied', { server, message })
}
