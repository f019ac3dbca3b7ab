import type { Contender } from '../contenders/contender.js'
import { inPlainEnvironment } from '../environment.js'
import { interleave, type Runner } from '../rounds.js'
import { payloadOverStdio } from '../servers/targets.js'
import { type Measurement, speaking } from './measurement.js'

const SERVERS = 50

const runners: readonly Runner[] = speaking('legacy').map((contender) => ({
  name: contender.name,
  sample: () => startAll(contender),
}))

/** Fifty servers at once, as a harness with a long configuration starts them. */
export const together: Measurement = {
  id: 'together',
  title: `${SERVERS} servers together`,
  run: async (effort) => [
    {
      id: 'together-50',
      title: `${SERVERS} servers started together over stdio, to the last tool list`,
      unit: 'ms',
      series: await inPlainEnvironment(() => interleave(runners, { warmUp: 0, rounds: effort.rounds(5, 2) })),
      goals: [{ against: 'sdk', most: 1.05 }],
      notes: [
        {
          en: 'Nearly all of it is the start of 50 Node processes.',
          zh: '几乎全部时间都花在启动 50 个 Node 进程上。',
        },
      ],
      hot: [],
    },
  ],
}

async function startAll(contender: Contender): Promise<number> {
  const target = payloadOverStdio()
  const from = performance.now()
  const sessions = await Promise.all(Array.from({ length: SERVERS }, () => contender.open(target)))
  const took = performance.now() - from
  await Promise.all(sessions.map((session) => session.close()))
  return took
}
