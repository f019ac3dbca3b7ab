import {
  fromMcpServer,
  type InProcessServer,
  isInProcessServer,
  isMcpServer,
  type McpServerLike,
} from '@harness-mcp/in-process'

/** What may stand in a map for a server in this process. */
export type ServerSource = InProcessServer | McpServerLike

export function isServerSource(value: unknown): value is ServerSource {
  return isInProcessServer(value) || isMcpServer(value)
}

const handles = new WeakMap<object, InProcessServer>()

/** The handle of a source. An `McpServer` gets one for good, so that maps with the same object are the same map. */
export function handleOf(source: ServerSource): InProcessServer {
  if (isInProcessServer(source)) return source
  const handle = handles.get(source) ?? fromMcpServer(source)
  handles.set(source, handle)
  return handle
}
