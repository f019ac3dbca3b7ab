import { parseConfig } from './config/config.js'
import type { McpServerConfig } from './config/schema.js'
import { clientError } from './errors.js'
import { ManagedServer } from './managed-server.js'
import { reserveName } from './registration/reserved-names.js'
import type { ConnectOptions, McpServer } from './server.js'

/**
 * Connects one MCP server. Settles when the first attempt has ended, and the snapshot tells how: `ready`, `backoff`,
 * `failed`, `auth-required`, or `disabled`.
 *
 * @param config - where the server is, and its limits; see the README for every field.
 * @param options - what belongs to the program rather than to its configuration.
 * @returns the server, to be closed by whoever called.
 * @throws McpError of code `invalid-config` with every problem at once, before anything is started, also while another
 * server of the scope has the name (one that is closing is waited for); of code `aborted` when `signal` was; with
 * `failOnStartupError` whatever the first attempt failed with.
 *
 * @example
 * ```ts
 * import { connectMcpServer } from '@harness-mcp/client'
 *
 * const files = await connectMcpServer({
 *   serverName: 'files',
 *   transport: 'stdio',
 *   command: 'npx',
 *   args: ['-y', '@modelcontextprotocol/server-filesystem', '.'],
 * })
 * const outcome = await files.call('mcp__files__list_directory', { path: '.' })
 * await files.close()
 * ```
 */
export async function connectMcpServer(config: McpServerConfig, options: ConnectOptions = {}): Promise<McpServer> {
  if (typeof options !== 'object' || options === null)
    throw clientError('invalid-config', { message: `options: expected an object, or nothing; got ${String(options)}` })
  const parsed = parseConfig(config)
  const { harness, scope = harness ?? {}, signal = new AbortController().signal } = options
  const name = await reserveName(scope, parsed.serverName, signal)
  const server = new ManagedServer(parsed, options, name)
  await server.started()
  return server
}
