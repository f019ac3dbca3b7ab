import type { McpServer } from '../server.js'
import type { CordisContext } from './context.js'

const servers = new WeakMap<object, Set<McpServer>>()

/**
 * The servers of a Cordis application, in every scope and state: for user interfaces.
 *
 * @param ctx - any context of the application.
 * @returns the servers in the order of their configuration's activation.
 */
export function mcpServersOf({ root }: Pick<CordisContext, 'root'>): readonly McpServer[] {
  return [...(servers.get(root) ?? [])]
}

/** Lists one server and returns the undo. */
export function listServer({ root }: CordisContext, server: McpServer): () => void {
  const listed = servers.get(root) ?? new Set()
  servers.set(root, listed)
  listed.add(server)
  return () => void listed.delete(server)
}
