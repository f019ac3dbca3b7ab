import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { McpSnapshot } from '@harness-mcp/client'
import { createMcpSession, fileTokenStore, type McpServerConfig, type McpSession } from '@harness-mcp/sessions'

import { SERVER } from './assignment.js'
import { toStandardError } from './logger.js'

/** Starts an agent's session with one server, and a person who agrees to everything. It is closed afterwards. */
export async function withSession(config: McpServerConfig, use: (session: McpSession) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-driver-'))
  try {
    const session = await createMcpSession({
      mcpServers: { [SERVER]: config },
      tokenStore: fileTokenStore(join(folder, 'tokens.json')),
      openUrl: follow,
      logger: toStandardError,
    })
    try {
      await use(session)
    } finally {
      await session.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function snapshotOf(session: McpSession): McpSnapshot {
  const [snapshot] = session.status()
  if (snapshot === undefined) throw new Error('the session does not know its server')
  return snapshot
}

/** What the person's browser does: it goes where it is sent, until the callback of this machine has answered. */
async function follow(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`the browser ended at HTTP ${response.status}`)
}
