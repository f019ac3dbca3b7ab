import { setTimeout as delay } from 'node:timers/promises'

import { connectMcpServer, type McpServerConfig } from '@harness-mcp/client'

import { chance, type Random } from './random.js'
import { within } from '../within.js'

const STEP_MS = 30_000
/** How many of the cycles are given up while they connect. */
const GIVEN_UP = 0.2
/** The moment of giving up lies within this, in ms. */
const LATEST_MS = 300

/** Connects, calls, closes; or gives the connection up at a random moment. Rejects when anything goes otherwise. */
export async function cycle(config: McpServerConfig, random: Random): Promise<void> {
  return chance(random, GIVEN_UP) ? giveUp(config, random() * LATEST_MS) : callOnce(config)
}

async function callOnce(config: McpServerConfig): Promise<void> {
  const server = await within('connecting', STEP_MS, connectMcpServer(config))
  try {
    const { state, reason } = server.snapshot()
    if (state !== 'ready') throw new Error(`${state}: ${reason}`)
    const echo = server.tools().find(({ rawName }) => rawName === 'echo')
    if (echo === undefined) throw new Error('there is no tool "echo"')
    const { isError, content } = await within('a call', STEP_MS, server.call(echo.name, { text: 'soak' }))
    if (isError) throw new Error(`the call failed: ${JSON.stringify(content)}`)
  } finally {
    await within('closing', STEP_MS, server.close())
  }
}

/** A connection that was quicker than the signal is closed like any other. */
async function giveUp(config: McpServerConfig, afterMs: number): Promise<void> {
  const controller = new AbortController()
  const connected = connectMcpServer(config, { signal: controller.signal }).catch((error: unknown) => {
    if (controller.signal.aborted) return undefined
    throw error
  })
  await delay(afterMs)
  controller.abort()
  const server = await within('giving up', STEP_MS, connected)
  if (server) await within('closing', STEP_MS, server.close())
}
