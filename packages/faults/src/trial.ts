import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { linesOf, processesOf } from '@harness-mcp/lab'

import { differences } from './differences.js'
import type { Trial } from './fault.js'
import type { Account } from './host/account.js'
import { runHost } from './host/run.js'
import { BOOKS, openRoom, type Room } from './room.js'
import { SECRET, SECRET_HEADER } from './secret.js'
import { NOTHING_SEEN, type Seen } from './seen.js'

/** One row of the table: what was seen of a fault on one wire, and where that is not as it has to be. */
export interface Row {
  readonly fault: string
  readonly wire: Trial['wire']
  readonly seen: Seen
  readonly differences: readonly string[]
}

/**
 * Runs trials one after the other in one host process, and leaves neither it nor any server. When something is wrong with
 * that host, each trial gets a host of its own, to see whose doing it was.
 */
export async function runTrials(trials: readonly Trial[]): Promise<Row[]> {
  const together = await runTogether(trials)
  if (trials.length === 1 || together.verdict === 'alive') return together.rows
  const alone: Row[] = []
  for (const trial of trials) alone.push(...(await runTogether([trial])).rows)
  // It takes several of them: then it is the doing of all.
  return alone.every(({ seen }) => seen.host === 'alive') ? together.rows : alone
}

async function runTogether(trials: readonly Trial[]): Promise<{ verdict: string; rows: Row[] }> {
  const folder = await mkdtemp(join(tmpdir(), `harness-mcp-faults-${process.pid}-`))
  const rooms: Room[] = []
  try {
    for (const [index, trial] of trials.entries()) rooms.push(await openRoom(trial, join(folder, String(index))))
    const tasks = rooms.map(({ config, report, trial: { start = 'once', steps = [] } }) => ({
      config,
      start,
      steps,
      report,
    }))
    const { verdict, accounts } = await runHost(tasks, join(folder, 'job.json'))
    return { verdict, rows: rooms.map((room, index) => rowOf(room, accounts[index], verdict)) }
  } finally {
    for (const room of rooms) await room.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function rowOf(room: Room, account: Account | undefined, host: string): Row {
  const { trial, folder } = room
  const left = processesOf(`${folder}/`)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  const seen: Seen = {
    ...(account ?? NOTHING_SEEN),
    host,
    left: left.length,
    spawns: linesOf(join(folder, BOOKS.starts)).length,
    asked: tally(linesOf(join(folder, BOOKS.requests))),
    secretShown: JSON.stringify([account, host]).includes(SECRET) || room.strangerHeaders().includes(SECRET_HEADER),
  }
  return { fault: trial.name, wire: trial.wire, seen, differences: differences(trial.expect, seen) }
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
