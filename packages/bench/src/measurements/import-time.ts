import { z } from 'zod'

import { runChild } from '../children/run-child.js'
import type { ContenderName, Finding } from '../finding.js'
import { interleave } from '../rounds.js'
import type { Measurement } from './measurement.js'

const shape = z.object({ ms: z.number(), modules: z.number(), ofSdk: z.number() })
const connectShape = z.object({ atImport: z.number(), connected: z.number(), state: z.literal('ready') })

const SPECIFIERS: readonly { readonly name: ContenderName; readonly specifier: string }[] = [
  { name: 'ours', specifier: '@harness-mcp/client' },
  { name: 'sdk', specifier: '@modelcontextprotocol/client' },
  { name: 'ai-sdk', specifier: '@ai-sdk/mcp' },
  { name: 'langchain', specifier: '@langchain/mcp-adapters' },
]

/** What it costs to import a package, and whether ours keeps the SDK for the first connection. */
export const importTime: Measurement = {
  id: 'import',
  title: 'Import time',
  run: async (effort) => {
    const runners = SPECIFIERS.map(({ name, specifier }) => ({
      name,
      sample: async () => (await runChild('import-time.js', [specifier], shape)).ms,
    }))
    const time: Finding = {
      id: 'import-time',
      title: 'Import in a fresh process',
      unit: 'ms',
      series: await interleave(runners, { warmUp: 1, rounds: effort.rounds(15, 5) }),
      goals: [],
      notes: [],
      hot: [],
    }
    return [time, await sdkModules()]
  },
}

async function sdkModules(): Promise<Finding> {
  const { atImport, connected } = await runChild('first-connect.js', [], connectShape)
  if (connected === 0) throw new Error('no module of the SDK was found after a connection: the count is wrong')
  return {
    id: 'sdk-at-import',
    title: 'Modules of the SDK that the import of `@harness-mcp/client` loads',
    unit: 'modules',
    series: { ours: { kind: 'samples', samples: [atImport] } },
    goals: [{ against: 'nothing', most: 0 }],
    notes: [{ en: `After the first connection there are ${connected}.`, zh: `首次连接之后为 ${connected} 个。` }],
    hot: [],
  }
}
