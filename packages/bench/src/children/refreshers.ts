import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

import { connectMcpServer } from '@harness-mcp/client'

import { contenderNamed } from '../contenders/all.js'
import { configOf } from '../contenders/ours.js'
import type { ContenderName } from '../finding.js'
import { FIRST_FURTHER } from '../servers/offer.js'
import { payloadInMemory } from '../servers/targets.js'

/** How many tools with an output schema each list has; all of them are others each time. */
export const FURTHER_TOOLS = 50
const OFFER = { tools: 56, outputSchemas: true, churn: true }
/** Ours gathers changes for a while before each refresh, so many servers do it side by side. */
const SERVERS = 20
const QUIET_MS = 300

export interface Refresher {
  /** Does so many refreshes, each followed by a call of a tool whose schema is new. */
  refresh(times: number): Promise<void>
  close(): Promise<void>
}

export function refresherOf(name: ContenderName): Promise<Refresher> {
  return name === 'ours' ? ourRefresher() : anotherRefresher(name)
}

async function ourRefresher(): Promise<Refresher> {
  const servers = await Promise.all(Array.from({ length: SERVERS }, (_, index) => openOurs(`bench_${index}`)))
  return {
    refresh: async (times) => {
      await Promise.all(servers.map(({ refresh }) => repeat(Math.ceil(times / SERVERS), refresh)))
    },
    close: async () => {
      await Promise.all(servers.map(({ close }) => close()))
    },
  }
}

async function openOurs(serverName: string) {
  const target = payloadInMemory({ ...OFFER, label: `${serverName} ` })
  const harness = { tools: { register: () => () => {} } }
  const server = await connectMcpServer(configOf(target, serverName), { transport: target.connect, harness })
  const call = async (rawName: string): Promise<void> => {
    const { isError } = await server.call(`mcp__${serverName}__${rawName}`, {})
    if (isError) throw new Error(`${rawName} failed`)
  }
  return {
    refresh: async () => {
      const refreshed = new Promise<void>((resolve) => {
        const stop = server.subscribe(({ type }) => {
          if (type !== 'tools') return
          stop()
          resolve()
        })
      })
      await call('touch')
      await refreshed
      await call(FIRST_FURTHER)
      // Changes that follow at once are gathered for longer and longer.
      await delay(QUIET_MS)
    },
    close: () => server.close(),
  }
}

async function anotherRefresher(name: ContenderName): Promise<Refresher> {
  const session = await contenderNamed(name).open(payloadInMemory(OFFER))
  const call = (tool: string): Promise<unknown> => session.call(tool, new AbortController().signal)
  return {
    refresh: (times) =>
      repeat(times, async () => {
        await call('touch')
        await turn()
        await session.list()
        await call(FIRST_FURTHER)
      }),
    close: () => session.close(),
  }
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time++) await work()
}
