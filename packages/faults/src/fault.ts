import type { McpServerConfig } from '@harness-mcp/client'
import type { Command, HttpFault, RunningHttp } from '@harness-mcp/lab'

import type { Expected } from './expected.js'
import type { Start, Step } from './host/job.js'

/** How the client and the server talk: the transport, and the era of the server. */
export type Wire = 'stdio' | 'stdio 2026' | 'http' | 'http 2026' | 'sse'

/** One way in which a server goes wrong, what a user does with it, and what has to become of that. */
export interface Fault {
  /** What the server does, so that "a server that …" can be put before it. Unique. */
  readonly name: string
  readonly on: readonly Wire[]
  readonly server?: ScriptedServer | OtherServer
  readonly settings?: Settings
  /** How the client is connected. Default: once. */
  readonly start?: Start
  /** What is done after the first attempt to connect has ended. */
  readonly steps?: readonly Step[]
  readonly expect: Expected
  /** Where one wire has to end otherwise than the others. */
  readonly expectOn?: Partial<Record<Wire, Expected>>
}

/** The lab's scripted server. What is JSON here reaches it as a file. */
export interface ScriptedServer {
  readonly switches?: readonly string[]
  /** Pages of `tools/list`. */
  readonly tools?: readonly unknown[]
  /** Pages of `tools/list` after the first announced change. */
  readonly toolsAfter?: readonly unknown[]
  /** The result of every call. */
  readonly result?: unknown
  /** Switches that want a file, by their name. */
  readonly files?: readonly ('lock' | 'grandchild')[]
  /** What goes wrong below the messages; made anew for each trial. */
  readonly fault?: (surroundings: Surroundings) => HttpFault
}

export interface Surroundings {
  /** The origin of somebody else's server. */
  readonly stranger: string
  /** The request by which the two come to speak one revision. */
  readonly handshake: 'initialize' | 'server/discover'
}

/** A server that is no scripted one: a place where there is none, or one built with an SDK. */
export interface OtherServer {
  readonly place: () => Promise<Place>
}

export type Place = (Command & { readonly cwd?: string }) | Pick<RunningHttp, 'url' | 'close'>

/** Settings that a trial changes; where the server is belongs to the trial. Wrong ones are allowed: that is a fault too. */
export type Settings = Partial<Omit<McpServerConfig, 'transport' | 'serverName'>> & {
  readonly headers?: Record<string, string>
}

/** One fault on one wire. */
export interface Trial extends Omit<Fault, 'on' | 'expectOn'> {
  readonly wire: Wire
}

/** Every fault on every wire that it has. */
export function trialsOf(faults: readonly Fault[]): readonly Trial[] {
  return faults.flatMap(({ on, expectOn, ...fault }) =>
    on.map((wire) => ({ ...fault, wire, expect: { ...fault.expect, ...expectOn?.[wire] } })),
  )
}
