import type { McpServer, McpSnapshot } from '@harness-mcp/client'
import type { McpSession } from '@harness-mcp/sessions'

import type { FailedEntry } from './failed-entries.js'

/** One server, as far as commands look at it. */
export type HostedServer = Pick<McpServer, 'name' | 'snapshot' | 'tools' | 'subscribe'>

/** The servers of a harness, wherever they are configured. */
export interface Servers {
  /** In the order of their configuration. */
  list(): readonly HostedServer[]
  /** Settles when the first attempt of every server has ended, whatever its end. */
  started(): Promise<void>
  /** Calls back when the state or the tools of a server changed. Returns the undo. */
  onChange(listener: (snapshot: McpSnapshot) => void): () => void
  /** What is configured and did not become a server. */
  failedEntries(): Promise<readonly FailedEntry[]>
  /** Calls back when an entry fails from now on. Returns the undo. */
  onFailure(listener: (entry: FailedEntry) => void): () => void
  /** From now on an edit of the file takes effect: the servers of edited entries connect anew, the others stay. */
  watch(): Promise<void>
}

/** Servers that a person may also connect and disconnect, one by one, with the verbs of a session. */
export interface ManagedServers
  extends Servers, Pick<McpSession, 'connect' | 'disconnect' | 'reconnect' | 'setEnabled'> {}

/** For a harness that is about something else. */
export const noServers: Servers = {
  list: () => [],
  started: () => Promise.resolve(),
  onChange: () => () => {},
  failedEntries: () => Promise.resolve([]),
  onFailure: () => () => {},
  watch: () => Promise.resolve(),
}
