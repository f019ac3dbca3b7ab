import type { ContenderName, Finding, Goal, Series } from './finding.js'
import { pairedRatios, type Summary, summarize } from './statistics.js'

export interface Verdict {
  readonly goal: Goal
  /** The ratio, or the value itself. `undefined` when the other one has no samples in this run. */
  readonly reached: Summary | undefined
  readonly met: boolean | undefined
}

/** Judges the medians of a finding. */
export function judge({ goals, series }: Finding): readonly Verdict[] {
  return goals.map((goal) => {
    const reached = reachedOf(goal, series)
    return { goal, reached, met: reached && reached.median <= goal.most }
  })
}

export function ratio(series: Series, against: ContenderName): Summary | undefined {
  const own = series.ours
  const other = series[against]
  if (own?.kind !== 'samples' || other?.kind !== 'samples') return undefined
  return summarize(pairedRatios(own.samples, other.samples))
}

function reachedOf({ against }: Goal, series: Series): Summary | undefined {
  if (against !== 'nothing') return ratio(series, against)
  return series.ours?.kind === 'samples' ? summarize(series.ours.samples) : undefined
}
