import type { Context } from '@deepseek-ai/cordis'
import { cordisHarness, type McpLogger, type McpSnapshot, type McpTool } from '@harness-mcp/client'
import { createMcpSession, type McpSession, type McpSessionSnapshot, type SessionTool } from '@harness-mcp/sessions'

import type { ReadMap } from '../config/mcp-servers-file.js'
import type { Mount } from './composition.js'
import { fileWatcher } from './file-watcher.js'
import { LeftOut } from './left-out.js'
import { reloader } from './reload.js'
import type { HostedServer, ManagedServers } from './servers.js'

/** A map of servers, and the file it comes from. */
export interface MapOfFile extends ReadMap {
  /** An absolute path. */
  readonly file: string
  /** Reads the edited file. */
  readonly reread: () => Promise<ReadMap>
}

/** Begins to start the servers of a map, as one session on the services of the harness. */
export function sessionServers({ file, map, leftOut, reread }: MapOfFile): Mount<ManagedServers> {
  return async (ctx, mounted) => {
    const session = await createMcpSession({
      mcpServers: map,
      // Whoever waits for the first attempts wants to see each of them end.
      startup: 'background',
      harness: cordisHarness(ctx),
      logger: loggerOf(ctx),
    })
    mounted.push({ dispose: () => session.close() })
    const started = firstAttempts(session)
    const left = new LeftOut(leftOut)
    const take = async (): Promise<void> => {
      const edited = await reread()
      await session.setServers(edited.map)
      left.become(edited.leftOut)
    }
    return {
      list: () => session.status().map((snapshot) => hosted(session, withoutHealth(snapshot))),
      started: () => started,
      onChange: (listener) => onChange(session, listener),
      failedEntries: () => Promise.resolve(left.entries()),
      onFailure: (listener) => left.onAdded(listener),
      watch: async () => void mounted.push(await ctx.plugin(fileWatcher(file, reloader(ctx, take)))),
      connect: (name) => session.connect(name),
      disconnect: (name) => session.disconnect(name),
      reconnect: (name) => session.reconnect(name),
      setEnabled: (name, on) => session.setEnabled(name, on),
    }
  }
}

/** To be called before any attempt has ended: each is joined, and none is made. */
async function firstAttempts(session: McpSession): Promise<void> {
  const underWay = session.status().filter(({ state }) => state === 'connecting')
  await Promise.all(underWay.map(({ server }) => session.connect(server)))
}

function hosted(session: McpSession, last: McpSnapshot): HostedServer {
  const name = last.server
  return {
    name,
    // An edit may have taken it out of the map since.
    snapshot: () => snapshotOf(session, name) ?? last,
    tools: () => session.tools().filter((tool): tool is McpTool => isToolOf(tool, name)),
    subscribe: (listener) =>
      session.subscribe((event) => {
        if (event.server === name && event.type !== 'health') listener(event)
      }),
  }
}

function isToolOf(tool: SessionTool, server: string): boolean {
  return 'server' in tool && tool.server === server
}

function onChange(session: McpSession, listener: (snapshot: McpSnapshot) => void): () => void {
  return session.subscribe((event) => {
    if (event.type === 'state') listener(withoutHealth(event.snapshot))
    const snapshot = event.type === 'tools' ? snapshotOf(session, event.server) : undefined
    if (snapshot) listener(snapshot)
  })
}

function snapshotOf(session: McpSession, name: string): McpSnapshot | undefined {
  const snapshot = session.status().find(({ server }) => server === name)
  return snapshot && withoutHealth(snapshot)
}

/** What a client says of a server that it has alone: commands show the same for both kinds of file. */
function withoutHealth({ health: _health, ...snapshot }: McpSessionSnapshot): McpSnapshot {
  return snapshot
}

/** The messages quote what servers say, and Cordis loggers read the first argument as a format. */
function loggerOf({ logger }: Context): McpLogger {
  return {
    info: (message) => logger.info('%s', message),
    warn: (message) => logger.warn('%s', message),
    error: (message) => logger.error('%s', message),
  }
}
