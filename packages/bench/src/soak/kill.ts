import { setTimeout as delay } from 'node:timers/promises'

import { connectMcpServer, type McpServer } from '@harness-mcp/client'
import { eventually } from '@harness-mcp/lab'

import { HttpServer } from './http-server.js'
import { markedProcesses } from './marked-processes.js'
import { chance, type Random } from './random.js'
import { configOf, type Kind } from './servers.js'
import { within } from '../within.js'

const STEP_MS = 30_000
/** The kill lies within this after the start: while the server loads, shakes hands, lists its tools or answers calls. */
const LATEST_MS = 600
/** How long a recovered or an unrecovered connection is left alone before it is closed, at most, in ms. */
const AFTERMATH_MS = 150

/**
 * Kills a server at a random moment under calls that never stop, lets it recover in half of the cases, and closes.
 * Rejects when a call or a close hangs, or when a server that is there again is not found.
 */
export async function kill(kind: Kind, mark: string, random: Random): Promise<void> {
  const victim = kind.transport === 'stdio' ? stdioVictim(mark, random) : await httpVictim(kind.name, mark)
  try {
    const connecting = connectMcpServer(configOf(kind, { mark, url: victim.url }))
    await delay(random() * LATEST_MS)
    // Without waiting for the connection: many kills shall fall into its middle.
    const killed = victim.kill()
    const server = await within('connecting', STEP_MS, connecting)
    await killed
    await underCalls(server, async () => {
      if (chance(random, 0.5)) await recovered(server, () => victim.revive())
      else await delay(random() * AFTERMATH_MS)
    })
  } finally {
    await victim.remove()
  }
}

interface Victim {
  readonly url: string
  kill(): Promise<void>
  /** Makes it possible for the client to find it again. */
  revive(): Promise<void>
  remove(): Promise<void>
}

/** The leader alone or the whole tree, whoever of them is there. The client itself starts it again. */
function stdioVictim(mark: string, random: Random): Victim {
  const leaderOnly = chance(random, 0.5)
  return {
    url: '',
    kill: async () => {
      const alive = await eventually('a process to kill', () => nonEmpty(markedProcesses(mark)))
      const victims = leaderOnly ? alive.filter(({ parent }) => parent === process.pid) : alive
      for (const { pid } of victims) killIfAlive(pid)
    },
    revive: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  }
}

async function httpVictim(name: Parameters<typeof HttpServer.start>[0], mark: string): Promise<Victim> {
  let server = await HttpServer.start(name, mark)
  const { url, port } = server
  return {
    url,
    kill: () => server.kill(),
    revive: async () => {
      server = await HttpServer.start(name, mark, port)
    },
    remove: () => server.kill(),
  }
}

/** Calls one after the other until `work` is done, then closes. Calls may fail, and must not hang. */
async function underCalls(server: McpServer, work: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const calls = (async () => {
    while (!over.signal.aborted) {
      await within('a call', STEP_MS, server.call('mcp__soak__echo', { text: 'soak' }))
      await delay(5)
    }
  })()
  try {
    await Promise.race([work(), calls])
  } finally {
    const closing = server.close()
    over.abort()
    await within('closing', STEP_MS, closing)
    await calls
  }
}

async function recovered(server: McpServer, revive: () => Promise<void>): Promise<void> {
  await revive()
  const again = async (): Promise<boolean> => !(await server.call('mcp__soak__echo', { text: 'soak' })).isError
  try {
    await eventually('the recovery', again, STEP_MS)
  } catch (error) {
    const { state, reason } = server.snapshot()
    throw new Error(`it did not recover: ${state}: ${reason}`, { cause: error })
  }
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in between.
  }
}
