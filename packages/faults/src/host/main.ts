// node main.js JOB: one harness with one server after the other. That it ends by itself shows that nothing of them is left.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import type { Account } from './account.js'
import { job, type Task } from './job.js'
import { Session } from './session.js'

const RESOLUTION_MS = 20
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

for (const task of job.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))) await perform(task)

async function perform({ config, start, steps, report }: Task): Promise<void> {
  const session = new Session()
  delay.reset()
  delay.enable()
  await session.start(config, start)
  for (const step of steps) await session.take(step)
  // A stall is noted by the next timer after it.
  await wait(2 * RESOLUTION_MS)
  delay.disable()
  const account = { ...session.account(), stalledMs: delay.max / 1e6 }
  tell({ ...account, closeMs: 0 }, report)
  tell({ ...account, closeMs: await session.close() }, report)
}

/** Whole or not at all: the host may be killed at any moment. */
function tell(account: Account, file: string): void {
  writeFileSync(`${file}.part`, JSON.stringify(account))
  renameSync(`${file}.part`, file)
}
