import { failureOutcome, McpError, type McpOutcome, parseArguments } from '@harness-mcp/result-adapter'

import type { McpTool } from '../discovery/tool.js'
import { asCallError, type McpClientError } from '../errors.js'
import type { McpSnapshot } from '../lifecycle/snapshot.js'
import { type CallOptions, type CallParts, callTool } from './calls.js'
import { outcomeOf } from './outcome.js'
import { unknownTool } from './unknown-tool.js'

export interface AnswerParts {
  readonly calls: CallParts
  /** Whether the model takes images. */
  readonly images: boolean | undefined
  /** Whether the server is closing, or closed. */
  readonly closed: () => boolean
  /** The tool of a public name. */
  readonly tool: (name: string) => McpTool | undefined
  readonly snapshot: () => McpSnapshot
  /** Whatever was thrown, as an error of this package. */
  readonly readable: (error: unknown) => McpClientError
}

/** One call by a public name, with the arguments as the model gave them. */
export interface NamedCall {
  readonly name: string
  readonly args: unknown
  readonly options: CallOptions
}

/** Runs a call. Every failure is an outcome; rejects with an `McpError` of code `aborted` only when the signal was. */
export async function answer(parts: AnswerParts, { name, args, options }: NamedCall): Promise<McpOutcome> {
  const { calls, images } = parts
  const { serverName: server, maxModelBytes } = calls.config
  // Not that the tool is unknown: it may be there until the close is through.
  if (parts.closed()) return refusal(server, 'not-connected', 'not connected (closed)')
  const tool = parts.tool(name)
  if (tool === undefined) return refusal(server, 'unknown-tool', unknownTool(name, parts.snapshot()))
  const parsed = parseArguments(args)
  if (!parsed.ok) return refusal(server, 'protocol', parsed.reason)
  try {
    return outcomeOf(await callTool(calls, tool, parsed.value, options), tool, { images, maxModelBytes })
  } catch (error) {
    const failure = asCallError(parts.readable(error))
    if (failure.code === 'aborted') throw failure
    return failureOutcome(failure)
  }
}

function refusal(server: string, code: 'unknown-tool' | 'protocol' | 'not-connected', message: string): McpOutcome {
  return failureOutcome(new McpError(`${server}: ${message}`, { code, server }))
}
