import { z } from 'zod'

import { contenders } from '../contenders/all.js'
import type { ContenderName, Finding, Note } from '../finding.js'
import { runChild } from '../children/run-child.js'
import { interleave } from '../rounds.js'
import { LARGEST_MESSAGE, MEGABYTE, type PayloadTool } from '../servers/offer.js'
import type { Measurement } from './measurement.js'

const shape = z.object({ grown: z.number(), characters: z.number() })

const PAYLOADS = [
  { tool: 'image-5mb', title: '5 MB image', bytes: 5 * MEGABYTE },
  { tool: 'text-64mb', title: 'one message of 64 MB', bytes: LARGEST_MESSAGE },
] as const

const NOTE: Note = {
  en: 'Resident memory at its highest less that before the call, over stdio, in a fresh process. The pieces of the pipe, the line that they are joined to, its text and the parsed value are a copy each, and what is no longer needed is not collected in between.',
  zh: '在全新进程中经由 stdio 测得：常驻内存峰值减去调用之前的值。管道分片、拼接成的整行、该行的文本以及解析后的值各占一份，其间不再需要的部分不会被回收。',
}

/** How far a process grows while it takes a big payload. Each sample is a process of its own. */
export const peakMemory: Measurement = {
  id: 'peak-memory',
  title: 'Peak memory',
  run: async (effort) => {
    const findings: Finding[] = []
    for (const { tool, title, bytes } of PAYLOADS) {
      effort.progress(`peak memory for ${title}`)
      const runners = contenders.map(({ name }) => ({ name, sample: () => grownTimes(name, tool, bytes) }))
      findings.push({
        id: `peak-${tool}`,
        title: `Growth of the process at its peak for ${title}`,
        unit: '× payload',
        series: await interleave(runners, { warmUp: 0, rounds: effort.rounds(5, 1) }),
        goals: [{ against: 'nothing', most: 3 }],
        notes: [NOTE],
        hot: [],
      })
    }
    return findings
  },
}

async function grownTimes(name: ContenderName, tool: PayloadTool, bytes: number): Promise<number> {
  const { grown, characters } = await runChild('peak-memory.js', [name, tool], shape)
  if (characters < 0.95 * bytes) throw new Error(`only ${characters} characters of the result arrived`)
  return grown / bytes
}
