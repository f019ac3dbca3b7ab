import type { McpServer } from '../server.js'
import type { CordisContext } from './context.js'

const servers = new WeakMap<object, Set<McpServer>>()

/**
 * The servers of a Cordis application, in every scope and state: those of entries, and those that were connected with
 * `cordisHarness`, by themselves or in a session. For user interfaces.
 *
 * @param ctx - any context of the application.
 * @returns the servers in the order of their first attempts, each until it is closed and nothing of it is left.
 */
export function mcpServersOf({ root }: Pick<CordisContext, 'root'>): readonly McpServer[] {
  return [...(servers.get(root) ?? [])]
}

/** Lists one server and emits its changes. Returns the undo. */
export function announceServer(ctx: CordisContext, server: McpServer): () => void {
  const listed = servers.get(ctx.root) ?? new Set()
  servers.set(ctx.root, listed)
  listed.add(server)
  const silence = server.subscribe((event) => {
    if (event.type === 'state') ctx.emit('mcp/change', event.snapshot)
    if (event.type === 'tools') ctx.emit('mcp/change', server.snapshot())
  })
  return () => {
    silence()
    listed.delete(server)
  }
}
