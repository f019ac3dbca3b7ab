#!/usr/bin/env -S node --expose-gc
import { randomInt } from 'node:crypto'

import { Command, InvalidArgumentError } from 'commander'

import { TOLERANCE_BYTES } from './heap-trend.js'
import { soak, type SoakReport } from './run.js'

interface Options {
  readonly cycles: number
  readonly kills: number
  readonly seed?: number
  readonly lanes: number
}

/** A run that has not ended by then has failed, in ms. */
const LONGEST_MS = 1_800_000

const {
  cycles,
  kills,
  lanes,
  seed = randomInt(2 ** 31),
} = new Command('soak')
  .description(
    'Connects to real servers and disposes, kills servers at random moments, and fails when a process, a handle, a timer or a growing heap is left.',
  )
  .option('--cycles <n>', 'connections that are opened and closed', whole, 1_000)
  .option('--kills <n>', 'servers that are killed', whole, 100)
  .option('--seed <n>', 'repeats the random moments of another run', whole)
  .option('--lanes <n>', 'how many run side by side', whole, 4)
  .parse()
  .opts<Options>()

const progress = (text: string): void => void process.stderr.write(`${text}\n`)
progress(`seed ${seed}`)
setTimeout(() => {
  progress(`not done within ${LONGEST_MS / 1000} s`)
  process.exit(1)
}, LONGEST_MS).unref()

const report = await soak({ cycles, kills, seed, lanes: Math.max(1, lanes), progress })
process.stdout.write(`${summary(report)}\n`)
process.exitCode = report.problems.length === 0 ? 0 : 1

function summary({ problems, heap }: SoakReport): string {
  const tolerance = `${TOLERANCE_BYTES / 1024} KB are allowed`
  const grown = heap
    ? `the heap went from ${kilobytes(heap.earlyBytes)} to ${kilobytes(heap.lateBytes)} (${tolerance})`
    : 'too few samples to tell whether the heap grows'
  const end = problems.length === 0 ? 'nothing is left' : `${problems.length} problems:\n${problems.join('\n')}`
  return `${cycles} cycles and ${kills} kills with seed ${seed}: ${grown}; ${end}`
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is expected')
  return Number(text)
}
