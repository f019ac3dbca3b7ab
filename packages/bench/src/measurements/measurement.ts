import { contenders } from '../contenders/all.js'
import type { Contender } from '../contenders/contender.js'
import type { Finding } from '../finding.js'
import type { Era } from '../servers/targets.js'

export interface Effort {
  /** Fewer rounds: rough figures in a few minutes. */
  readonly quick: boolean
  /** How many rounds to do, of which the second number in a quick run. */
  rounds(full: number, quick: number): number
  progress(text: string): void
}

/** One subject, measured at a time. */
export interface Measurement {
  readonly id: string
  readonly title: string
  readonly run: (effort: Effort) => Promise<readonly Finding[]>
}

export function speaking(era: Era): readonly Contender[] {
  return contenders.filter(({ eras }) => eras.includes(era))
}

export function milliseconds(from: bigint, to: bigint): number {
  return Number(to - from) / 1e6
}
