import { longestText, type Session } from '../contenders/contender.js'
import type { Finding, Goal } from '../finding.js'
import { interleave, profileOurs, type Runner } from '../rounds.js'
import { LARGEST_MESSAGE, MEGABYTE, type PayloadTool } from '../servers/offer.js'
import { payloadInMemory, payloadOverStdio, type Target } from '../servers/targets.js'
import { type Effort, type Measurement, speaking } from './measurement.js'

interface Work {
  readonly id: string
  readonly title: string
  readonly tool: PayloadTool
  readonly unit: 'ms' | 'µs'
  /** How many calls one after the other are one sample. */
  readonly batch: number
  /** The fewest characters of text or base64 that a result has to hand out. */
  readonly characters: number
  readonly rounds: readonly [full: number, quick: number]
  readonly warmUp: number
  readonly goals: readonly Goal[]
}

const over = (transport: string, works: readonly Omit<Work, 'id'>[]): readonly Work[] =>
  works.map((work) => ({ ...work, id: `${work.tool}-${transport}` }))

const tiny = { tool: 'tiny', unit: 'µs', batch: 200, characters: 4, rounds: [40, 10], warmUp: 5 } as const
const text = {
  tool: 'text-1mb',
  unit: 'ms',
  batch: 1,
  characters: 0.95 * MEGABYTE,
  rounds: [40, 10],
  warmUp: 5,
} as const
const image = { tool: 'image-5mb', unit: 'ms', batch: 1, characters: 5 * MEGABYTE, rounds: [20, 5], warmUp: 3 } as const
const largest = {
  tool: 'text-64mb',
  unit: 'ms',
  batch: 1,
  characters: 0.95 * LARGEST_MESSAGE,
  rounds: [3, 1],
  warmUp: 0,
} as const

const OVER_STDIO = over('stdio', [
  {
    ...tiny,
    title: 'Tiny call over stdio',
    goals: [
      { against: 'sdk', most: 0.9 },
      { against: 'bare', most: 1.5 },
    ],
  },
  {
    ...text,
    title: '1 MB of text over stdio',
    goals: [
      { against: 'sdk', most: 0.8 },
      { against: 'bare', most: 1.2 },
    ],
  },
  { ...image, title: '5 MB image over stdio', goals: [{ against: 'sdk', most: 0.4 }] },
])
const OVER_MODERN_STDIO = over('stdio-modern', [
  {
    ...tiny,
    title: 'Tiny call over stdio, modern server',
    goals: [
      { against: 'sdk', most: 0.9 },
      { against: 'bare', most: 1.5 },
    ],
  },
])
const LARGEST = over('stdio', [
  { ...largest, title: 'One message of 64 MB over stdio', goals: [{ against: 'sdk', most: 0.1 }] },
])
const IN_MEMORY = over('memory', [
  { ...tiny, title: 'Tiny call in memory', goals: [{ against: 'sdk', most: 1 }] },
  { ...text, title: '1 MB of text in memory', goals: [] },
  { ...image, title: '5 MB image in memory', goals: [] },
])

export const callsOverStdio: Measurement = {
  id: 'calls-stdio',
  title: 'Calls over stdio',
  run: async (effort) => [
    ...(await measure(OVER_STDIO, payloadOverStdio(), effort)),
    ...(await measure(OVER_MODERN_STDIO, payloadOverStdio({ modern: true }), effort)),
  ],
}

export const callsInMemory: Measurement = {
  id: 'calls-memory',
  title: 'Calls in memory',
  run: (effort) => measure(IN_MEMORY, payloadInMemory(), effort),
}

export const largestMessage: Measurement = {
  id: 'largest-message',
  title: 'One message of 64 MB',
  run: (effort) => measure(LARGEST, payloadOverStdio(), effort),
}

async function measure(works: readonly Work[], target: Target, effort: Effort): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const work of works) {
    effort.progress(work.title)
    findings.push(await measureOne(work, target, effort))
  }
  return findings
}

/** New sessions for each work: a contender that broke on a large message takes part in the next one. */
async function measureOne(work: Work, target: Target, effort: Effort): Promise<Finding> {
  const opened = await Promise.all(
    speaking(target.era).map(async ({ name, open }) => ({ name, session: await open(target) })),
  )
  try {
    const runners: readonly Runner[] = opened.map(({ name, session }) => ({
      name,
      sample: () => callBatch(session, work),
    }))
    const { id, title, unit, goals, warmUp } = work
    const series = await interleave(runners, { warmUp, rounds: effort.rounds(...work.rounds) })
    return { id, title, unit, goals, series, notes: [], hot: await profileOurs(runners) }
  } finally {
    await Promise.all(opened.map(({ session }) => session.close().catch(() => {})))
  }
}

async function callBatch(session: Session, { tool, batch, unit, characters }: Work): Promise<number> {
  let last: unknown
  const from = performance.now()
  // A signal for each call, as a harness has one for each turn.
  for (let call = 0; call < batch; call++) last = await session.call(tool, new AbortController().signal)
  const took = (performance.now() - from) / batch
  const { length } = longestText(last)
  if (length < characters) throw new Error(`only ${length} characters of the result arrived`)
  return unit === 'µs' ? took * 1_000 : took
}
