import { type CallToolResult, type ServerContext, specTypeSchemas } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { ToolContext } from './context.js'
import { describeIssues, describeThrown } from './issues.js'
import { failure } from './outcome.js'
import type { InProcessTool } from './tool.js'

type Request = ServerContext['mcpReq']

/** Runs a tool. Whatever the handler does, the answer is a result; a cancelled call is over even if the handler goes on. */
export async function callTool(tool: InProcessTool, args: unknown, request: Request): Promise<CallToolResult> {
  const over = new AbortController()
  const context = { signal: request.signal, progress: reporter(request, over.signal) }
  try {
    return readResult(await unlessAborted(request.signal, () => tool.run(args, context)))
  } catch (error) {
    return readResult(failure(describeThrown(error)))
  } finally {
    over.abort()
  }
}

/** The protocol has no progress without a token of the caller's, nor after the answer. */
function reporter({ _meta, notify, signal }: Request, over: AbortSignal): ToolContext['progress'] {
  const progressToken = _meta?.progressToken
  return (report: unknown) => {
    if (progressToken === undefined || signal.aborted || over.aborted) return
    const read = Progress.safeParse(report)
    if (!read.success) return
    // The line can close at any time, which the handler learns from its signal.
    notify({ method: 'notifications/progress', params: { progressToken, ...read.data } }).catch(() => {})
  }
}

/** Whoever wrote the handler in JavaScript may report anything: what is no number would reach the caller as another one. */
const Progress = z.object({
  progress: z.number(),
  total: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})

/** The result of `work`, or a rejection when the signal comes first; what `work` does then is heard by nobody. */
function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('the call was cancelled'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function readResult(result: unknown): CallToolResult {
  const read = parseResult(result)
  if (typeof read !== 'string') return read
  return {
    content: [{ type: 'text', text: `The tool answered with something that is no result: ${read}` }],
    isError: true,
  }
}

function parseResult(result: unknown): CallToolResult | string {
  if (typeof result !== 'object' || result === null) return 'expected an object with content'
  // The SDK's schema takes a missing `content` for an empty one.
  if (!('content' in result) || !Array.isArray(result.content)) return 'content: expected an array of content blocks'
  const read = specTypeSchemas.CallToolResult['~standard'].validate(result)
  return read.issues ? describeIssues(read.issues) : asJson(ownFields(read.value))
}

/** The SDK's schema lets other fields through, and some of them mean something to the protocol. */
function ownFields({ content, structuredContent, isError, _meta }: CallToolResult): CallToolResult {
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(_meta !== undefined && { _meta }),
  }
}

/** Looked at here, where it is still the tool that failed: further on it would be the protocol. */
function asJson(result: CallToolResult): CallToolResult | string {
  try {
    JSON.stringify(result)
    return result
  } catch (error) {
    return `it cannot be written as JSON: ${describeThrown(error)}`
  }
}
