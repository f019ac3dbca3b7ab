import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { labServer, linesOf } from '@harness-mcp/lab'

import type { Contender } from '../contenders/contender.js'
import { inPlainEnvironment } from '../environment.js'
import type { Finding, Series } from '../finding.js'
import { interleave, type Runner } from '../rounds.js'
import type { Era, StdioTarget } from '../servers/targets.js'
import { type Effort, type Measurement, speaking } from './measurement.js'

/** From nothing to the first list of tools, on servers built with each line of the official SDK. */
export const start: Measurement = {
  id: 'start',
  title: 'Start to the first tool list',
  run: (effort) =>
    inPlainEnvironment(async () => [...(await starts('legacy', effort)), ...(await starts('modern', effort))]),
}

async function starts(era: Era, effort: Effort): Promise<readonly Finding[]> {
  const target: StdioTarget = { kind: 'stdio', era, ...labServer(`${era}-stdio`) }
  const runners: readonly Runner[] = speaking(era).map((contender) => ({
    name: contender.name,
    sample: () => startOnce(contender, target),
  }))
  const timing: Finding = {
    id: `start-${era}`,
    title: `Start to the first tool list over stdio, ${era} server`,
    unit: 'ms',
    series: await interleave(runners, { warmUp: 1, rounds: effort.rounds(20, 5) }),
    goals: [{ against: 'sdk', most: 1.05 }],
    notes: [
      {
        en: 'The SDK is told the era of the server beforehand; ours finds it out.',
        zh: 'SDK 事先被告知服务器所属的协议世代，ours 自行判断。',
      },
    ],
    hot: [],
  }
  return [timing, await spawns(era, target)]
}

async function startOnce(contender: Contender, target: StdioTarget): Promise<number> {
  const from = process.hrtime.bigint()
  const session = await contender.open(target)
  await session.close()
  return Number(session.readyAt - from) / 1e6
}

/** Apart from the timing: the witness costs a server some of its start. */
async function spawns(era: Era, target: StdioTarget): Promise<Finding> {
  const series: Series = Object.fromEntries(
    await Promise.all(
      speaking(era).map(async (contender) => {
        const count = await countSpawns(contender, target)
        return [contender.name, { kind: 'samples', samples: [count] }] as const
      }),
    ),
  )
  return {
    id: `spawns-${era}`,
    title: `Processes started for one connection, ${era} server`,
    unit: 'calls',
    series,
    goals: [{ against: 'nothing', most: 1 }],
    notes: [],
    hot: [],
  }
}

async function countSpawns(contender: Contender, target: StdioTarget): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-starts-'))
  const file = join(folder, 'starts')
  const witness = new URL('../servers/count-start.js', import.meta.url).href
  try {
    const args = ['--import', witness, ...target.args]
    const session = await contender.open({ ...target, args, env: { BENCH_STARTS: file } })
    await session.close()
    return linesOf(file).length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
