import type { JsonValue, ToolExecution } from '@harness-mcp/result-adapter'
import type { McpResourceProvider, McpResourceRequest } from '../../src/index.js'

type Answer = (request: McpResourceRequest, exec: ToolExecution) => JsonValue | Promise<JsonValue>

export interface RecordingProvider extends McpResourceProvider {
  readonly requests: McpResourceRequest[]
  readonly executions: ToolExecution[]
}

/** A provider that answers through `answer` and keeps what it was asked. */
export function recording(answer: Answer): RecordingProvider {
  const requests: McpResourceRequest[] = []
  const executions: ToolExecution[] = []
  return {
    requests,
    executions,
    async request(request, exec) {
      requests.push(request)
      executions.push(exec)
      return answer(request, exec)
    },
  }
}

/** A provider of one document, `<server>://1`, whose text is `text`. */
export function library(server: string, text: string): RecordingProvider {
  return recording((request) => {
    if (request.method === 'resources/read') return { contents: [{ uri: request.uri, mimeType: 'text/plain', text }] }
    if (request.method === 'resources/list') return { resources: [{ uri: `${server}://1`, name: text }] }
    return { resourceTemplates: [] }
  })
}

export function cursorOf(request: McpResourceRequest): string | undefined {
  return request.method === 'resources/read' ? undefined : request.cursor
}

/** The signal of a call that nobody gives up. */
export const signal: AbortSignal = new AbortController().signal
