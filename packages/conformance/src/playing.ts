import { availableParallelism } from 'node:os'

import { judge, type Verdict } from './judge.js'
import { play } from './referee.js'
import type { Scenario } from './scenarios.js'

/** More than this at once would need more memory than they save time. */
const MOST_AT_ONCE = 4

export interface PlayingOptions {
  /** Ends everything when aborted; it then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Told what is started. */
  readonly onStart: (scenario: Scenario) => unknown
}

/** Plays scenarios: those that measure time one after the other, the rest side by side. The verdicts are in their order. */
export async function playAll(
  scenarios: readonly Scenario[],
  { signal, onStart }: PlayingOptions,
): Promise<readonly Verdict[]> {
  const verdicts = new Map<Scenario, Verdict>()
  const playOne = async (scenario: Scenario): Promise<void> => {
    signal.throwIfAborted()
    onStart(scenario)
    verdicts.set(scenario, judge(scenario, await play(scenario, { signal })))
  }
  for (const scenario of scenarios.filter(({ isTimed }) => isTimed)) await playOne(scenario)
  await sideBySide(
    scenarios.filter(({ isTimed }) => !isTimed),
    playOne,
  )
  return scenarios.flatMap((scenario) => verdicts.get(scenario) ?? [])
}

/** Rejects when nothing is running any more. */
async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  const most = Math.min(MOST_AT_ONCE, availableParallelism())
  const ends = await Promise.allSettled(Array.from({ length: most }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
