import type { Trial } from './fault.js'
import { sideBySide } from './side-by-side.js'
import { type Row, runTrials } from './trial.js'

/** How many trials share one host process, which takes a third of a second to start. */
const SHARING = 12

export interface RunOptions {
  /** How many hosts run side by side. */
  readonly jobs: number
  /** Told after each host. */
  readonly onRows?: (rows: readonly Row[], done: number) => void
}

/** Runs every trial. Gives one row for each, in the order of the trials. */
export async function runAll(
  trials: readonly Trial[],
  { jobs, onRows = () => {} }: RunOptions,
): Promise<readonly Row[]> {
  let done = 0
  const hosts = Math.ceil(trials.length / SHARING)
  const groups = await sideBySide(dealt(trials, hosts), jobs, async (group) => {
    const rows = await runTrials(group)
    done += rows.length
    onRows(rows, done)
    return rows
  })
  return trials.flatMap((_, index) => groups[index % hosts]?.[Math.floor(index / hosts)] ?? [])
}

/** Dealt like cards: trials that take long stand together in the catalog. */
function dealt<Item>(items: readonly Item[], hands: number): Item[][] {
  return Array.from({ length: hands }, (_, hand) => items.filter((__, index) => index % hands === hand))
}
