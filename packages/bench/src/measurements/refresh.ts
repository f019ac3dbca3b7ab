import { once, EventEmitter } from 'node:events'

import { connectMcpServer, type McpServer } from '@harness-mcp/client'
import { Client } from '@modelcontextprotocol/client'

import { CLIENT, longestText } from '../contenders/contender.js'
import { configOf } from '../contenders/ours.js'
import type { Finding } from '../finding.js'
import { interleave } from '../rounds.js'
import { payloadInMemory } from '../servers/targets.js'
import { type Measurement, milliseconds } from './measurement.js'

const TOOLS = 1_000

/** One of 1,000 tools changes: how long the new list takes, and how often the harness's registry is called. */
export const refresh: Measurement = {
  id: 'refresh',
  title: 'Refresh with 1 of 1,000 changed',
  run: async (effort) => {
    const own = await ourRefresher()
    const raw = await sdkRefresher()
    try {
      const runners = [own, raw]
      const series = await interleave(runners, { warmUp: 1, rounds: effort.rounds(15, 4) })
      return [timing(series), calls(own.replacements)]
    } finally {
      await Promise.all([own.close(), raw.close()])
    }
  },
}

function timing(series: Finding['series']): Finding {
  return {
    id: 'refresh-1000',
    title: 'Refresh of 1,000 tools in memory, 1 of them changed',
    unit: 'ms',
    series,
    goals: [],
    notes: [
      {
        en: 'From the arrival of the list request to the new tools; how long changes are gathered before is left out. `@ai-sdk/mcp` and `@langchain/mcp-adapters` do not refresh.',
        zh: '从服务器收到列表请求到新工具可用为止，此前合并变更通知的等待时间不计入。`@ai-sdk/mcp` 和 `@langchain/mcp-adapters` 不会刷新。',
      },
    ],
    hot: [],
  }
}

function calls(replacements: readonly number[]): Finding {
  return {
    id: 'refresh-replacements',
    title: 'Registered tools replaced by that refresh',
    unit: 'calls',
    series: { ours: { kind: 'samples', samples: replacements } },
    goals: [{ against: 'nothing', most: 1 }],
    notes: [{ en: 'One replacement is one removal and one registration.', zh: '一次替换等于一次移除加一次注册。' }],
    hot: [],
  }
}

async function ourRefresher() {
  const target = payloadInMemory({ tools: TOOLS })
  const registry = { registered: 0, removed: 0 }
  const register = (): (() => void) => {
    registry.registered++
    return () => void registry.removed++
  }
  const server = await connectMcpServer(configOf(target), {
    transport: target.connect,
    harness: { tools: { register } },
  })
  const replacements: number[] = []
  return {
    name: 'ours' as const,
    replacements,
    sample: async () => {
      Object.assign(registry, { registered: 0, removed: 0 })
      const refreshed = nextTools(server)
      await callOurs(server, 'touch')
      const at = await refreshed
      replacements.push(Math.max(registry.registered, registry.removed))
      return milliseconds(BigInt(await callOurs(server, 'clock')), at)
    },
    close: () => server.close(),
  }
}

function nextTools(server: McpServer): Promise<bigint> {
  return new Promise((resolve) => {
    const stop = server.subscribe(({ type }) => {
      if (type !== 'tools') return
      stop()
      resolve(process.hrtime.bigint())
    })
  })
}

async function callOurs(server: McpServer, rawName: string): Promise<string> {
  const name = server.tools().find((tool) => tool.rawName === rawName)?.name ?? rawName
  const { isError, content } = await server.call(name, {})
  const [block] = content
  if (isError || block?.type !== 'text') throw new Error(`${rawName} failed`)
  return block.text
}

async function sdkRefresher() {
  const changes = new EventEmitter()
  const onChanged = (error: Error | null): void => void changes.emit('changed', error)
  const client = new Client(CLIENT, { listChanged: { tools: { autoRefresh: true, debounceMs: 1, onChanged } } })
  await client.connect(payloadInMemory({ tools: TOOLS }).connect())
  await client.listTools()
  return {
    name: 'sdk' as const,
    sample: async () => {
      const changed = once(changes, 'changed')
      await client.callTool({ name: 'touch', arguments: {} })
      await changed
      const at = process.hrtime.bigint()
      const listedAt = longestText((await client.callTool({ name: 'clock', arguments: {} })).content)
      return milliseconds(BigInt(listedAt), at)
    },
    close: () => client.close(),
  }
}
