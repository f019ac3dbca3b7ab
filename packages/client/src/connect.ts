import { parseConfig } from './config/config.js'
import type { McpServerConfig, ResolvedConfig } from './config/schema.js'
import { clientError } from './errors.js'
import { ManagedServer } from './managed-server.js'
import type { ConnectOptions } from './options.js'
import { reserveName } from './registration/reserved-names.js'
import type { McpServer } from './server.js'

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
  const server = await openServer(parseConfig(config), options)
  await server.started()
  return server
}

/** Takes the name within the scope and begins the first attempt, for which `started()` waits. */
export async function openServer(config: ResolvedConfig, options: ConnectOptions): Promise<ManagedServer> {
  const { harness, signal = new AbortController().signal } = options
  const scope = options.scope ?? (await harness?.scope?.()) ?? harness ?? {}
  return new ManagedServer(config, options, await reserveName(scope, config.serverName, signal))
}
