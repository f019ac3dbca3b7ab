import { afterEach } from 'vitest'

import { connectMcpServer, type ConnectOptions, type McpServer, type McpServerConfig } from '../../src/index.js'

const open: McpServer[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

/** A configuration without the fields that most tests do not care about. */
export type Place =
  | { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> }
  | { readonly url: string }

/** Connects a server named `s` that is closed after the test. */
export async function connect(
  place: Place,
  settings: Partial<Omit<McpServerConfig, 'transport'>> = {},
  options: ConnectOptions = {},
): Promise<McpServer> {
  const server = await connectMcpServer(configOf(place, settings), options)
  open.push(server)
  return server
}

export function configOf(place: Place, settings: Partial<Omit<McpServerConfig, 'transport'>> = {}): McpServerConfig {
  const common = { serverName: 's', ...settings }
  return 'url' in place
    ? { transport: 'streamable-http', ...place, ...common }
    : { transport: 'stdio', ...place, ...common }
}

/** Resolves with the first event of `server` that `matches`. */
export function event<T>(
  server: McpServer,
  matches: (event: Parameters<Parameters<McpServer['subscribe']>[0]>[0]) => T | undefined | false,
): Promise<T> {
  return new Promise((resolve) => {
    const stop = server.subscribe((seen) => {
      const found = matches(seen)
      if (found === undefined || found === false) return
      stop()
      resolve(found)
    })
  })
}

/** Resolves when `server` is in `state`, now or later. */
export async function reaches(server: McpServer, state: string): Promise<void> {
  if (server.snapshot().state === state) return
  await event(server, (seen) => seen.type === 'state' && seen.snapshot.state === state)
}
