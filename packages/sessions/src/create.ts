import { type McpSessionOptions, parseOptions } from './config/options.js'
import { ManagedSession } from './managed-session.js'
import type { McpSession } from './session.js'

/**
 * Starts the servers of a map side by side. Settles when every enabled server's first attempt has ended, whatever its end:
 * `status()` tells which are ready, and one that failed costs nobody else anything.
 *
 * @param options - the map, and what belongs to the program.
 * @returns the session, to be closed by whoever called.
 * @throws McpError of code `invalid-config` with every problem of the map at once, before anything is started; of code
 * `aborted` when `signal` was, with everything closed.
 *
 * @example
 * ```ts
 * import { createMcpSession } from '@harness-mcp/sessions'
 *
 * const mcp = await createMcpSession({
 *   mcpServers: {
 *     files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
 *     web: { url: 'https://mcp.example.com/mcp', disabled: true },
 *   },
 * })
 * const outcome = await mcp.call('mcp__files__list_directory', { path: '.' })
 * await mcp.close()
 * ```
 */
export async function createMcpSession(options: McpSessionOptions): Promise<McpSession> {
  const session = new ManagedSession(parseOptions(options))
  await session.started()
  return session
}
