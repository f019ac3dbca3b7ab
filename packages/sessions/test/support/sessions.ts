import { afterEach } from 'vitest'

import { createMcpSession, type McpSession, type McpSessionEvent, type McpSessionOptions } from '../../src/index.js'

const open: McpSession[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()))
})

/** A session that is closed after the test. */
export async function sessionOf(
  mcpServers: McpSessionOptions['mcpServers'],
  options: Omit<McpSessionOptions, 'mcpServers'> = {},
): Promise<McpSession> {
  const session = await createMcpSession({ mcpServers, ...options })
  open.push(session)
  return session
}

/** The states of all servers by name. */
export function states(session: McpSession): Record<string, string> {
  return Object.fromEntries(session.status().map(({ server, state }) => [server, state]))
}

export function names(session: McpSession): string[] {
  return session.tools().map(({ name }) => name)
}

/** Resolves with the first event that `matches`. */
export function event(session: McpSession, matches: (event: McpSessionEvent) => boolean): Promise<McpSessionEvent> {
  return new Promise((resolve) => {
    const stop = session.subscribe((seen) => {
      if (!matches(seen)) return
      stop()
      resolve(seen)
    })
  })
}

/** Resolves when `server` is in `state`, now or later. */
export async function reaches(session: McpSession, server: string, state: string): Promise<void> {
  if (states(session)[server] === state) return
  await event(session, (seen) => seen.type === 'state' && seen.server === server && seen.snapshot.state === state)
}
