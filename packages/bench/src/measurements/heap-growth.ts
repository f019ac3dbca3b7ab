import { z } from 'zod'

import { runChild } from '../children/run-child.js'
import { contenders } from '../contenders/all.js'
import type { ContenderName } from '../finding.js'
import { interleave } from '../rounds.js'
import type { Measurement } from './measurement.js'

const shape = z.object({ grown: z.number(), refreshes: z.number(), schemas: z.number() })

/** Below this a heap grows and shrinks by itself, in KB. */
const NOISE_KB = 256
/** Ours does all of them; whoever takes a tenth of a second for each does fewer, and is extrapolated. */
const REFRESHES = { ours: [1_000, 200], others: [100, 40] } as const
/** Ours keeps the validators of the last 500 schemas that were used, and they have to be there first. */
const WARM_UP = { ours: 600, others: 20 } as const

/** What stays in memory of lists that were replaced. */
export const heapGrowth: Measurement = {
  id: 'heap-growth',
  title: 'Heap growth over 1,000 refreshes',
  run: async (effort) => {
    const runners = contenders
      .filter(({ name }) => name !== 'bare')
      .map(({ name }) => {
        const refreshes = name === 'ours' ? effort.rounds(...REFRESHES.ours) : effort.rounds(...REFRESHES.others)
        return { name, sample: () => growthKb(name, refreshes) }
      })
    return [
      {
        id: 'heap-growth',
        title: 'Heap growth over 1,000 refreshes of 50 output schemas, in memory',
        unit: 'KB',
        series: await interleave(runners, { warmUp: 0, rounds: effort.rounds(3, 1), patienceMs: 600_000 }),
        goals: [{ against: 'nothing', most: NOISE_KB }],
        notes: [
          {
            en: `The goal is 0; ${NOISE_KB} KB is what a heap moves by itself.`,
            zh: `目标是 0，${NOISE_KB} KB 是堆自身的波动。`,
          },
          {
            en: `Ours did ${effort.rounds(...REFRESHES.ours)} refreshes, the others ${effort.rounds(...REFRESHES.others)}, extrapolated.`,
            zh: `ours 刷新了 ${effort.rounds(...REFRESHES.ours)} 次，其余各家刷新 ${effort.rounds(...REFRESHES.others)} 次后外推。`,
          },
        ],
        hot: [],
      },
    ]
  },
}

async function growthKb(name: ContenderName, refreshes: number): Promise<number> {
  const warmUp = name === 'ours' ? WARM_UP.ours : WARM_UP.others
  const child = await runChild('heap-growth.js', [name, String(warmUp), String(refreshes)], shape)
  return (child.grown / 1_024 / child.refreshes) * 1_000
}
