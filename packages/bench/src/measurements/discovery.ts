import { longestText, type Contender, type Session } from '../contenders/contender.js'
import { openOurWire } from '../contenders/our-wire.js'
import type { ContenderName, Finding, Goal } from '../finding.js'
import { interleave, profileOurs } from '../rounds.js'
import { type Era, payloadOverStdio } from '../servers/targets.js'
import { type Measurement, milliseconds, speaking } from './measurement.js'
import { planned } from './planned.js'

const SIZES: readonly { readonly tools: number; readonly rounds: readonly [number, number] }[] = [
  { tools: 1_000, rounds: [30, 8] },
  { tools: 10_000, rounds: [15, 4] },
  { tools: 50_000, rounds: [7, 2] },
]

const WIRE_GOALS: Readonly<Record<string, readonly Goal[]>> = {
  '10000-legacy': [{ against: 'sdk', most: 0.35 }],
  '10000-modern': [{ against: 'sdk', most: 0.7 }],
  '50000-legacy': [{ against: 'sdk', most: 0.25 }],
  '50000-modern': [{ against: 'sdk', most: 0.25 }],
}

/** A list in one message: on the wire, and until the tools can be called. */
export const discovery: Measurement = {
  id: 'discovery',
  title: 'Discovery',
  run: async (effort) => {
    const findings: Finding[] = []
    for (const { tools, rounds } of SIZES) {
      effort.progress(`discovery of ${tools} tools`)
      const count = effort.rounds(...rounds)
      findings.push(await onTheWire(tools, 'legacy', count), await onTheWire(tools, 'modern', count))
      findings.push(await callable(tools, count), await planned(tools, count))
    }
    return findings
  },
}

async function onTheWire(tools: number, era: Era, rounds: number): Promise<Finding> {
  const target = payloadOverStdio({ tools, modern: era === 'modern' })
  const raw = speaking(era).filter(({ name }) => name === 'sdk' || name === 'bare')
  const opened: { readonly name: ContenderName; readonly session: Pick<Session, 'list' | 'close'> }[] = [
    { name: 'ours', session: await openOurWire(target) },
    ...(await Promise.all(raw.map(async ({ name, open }) => ({ name, session: await open(target) })))),
  ]
  try {
    const runners = opened.map(({ name, session }) => ({ name, sample: () => listOnce(session, tools) }))
    return {
      id: `wire-${tools}-${era}`,
      title: `${tools.toLocaleString('en')} tools on the wire over stdio, ${era} server`,
      unit: 'ms',
      series: await interleave(runners, { warmUp: 2, rounds }),
      goals: WIRE_GOALS[`${tools}-${era}`] ?? [],
      notes: [],
      hot: await profileOurs(runners),
    }
  } finally {
    await Promise.all(opened.map(({ session }) => session.close()))
  }
}

async function listOnce(session: Pick<Session, 'list'>, tools: number): Promise<number> {
  const from = performance.now()
  const count = await session.list()
  const took = performance.now() - from
  expectCount(count, tools)
  return took
}

async function callable(tools: number, rounds: number): Promise<Finding> {
  const runners = speaking('legacy').map((contender) => ({
    name: contender.name,
    sample: () => openOnce(contender, tools),
  }))
  return {
    id: `callable-${tools}`,
    title: `${tools.toLocaleString('en')} tools over stdio until they can be called`,
    unit: 'ms',
    series: await interleave(runners, { warmUp: 1, rounds }),
    goals: [],
    notes: [
      {
        en: 'From the arrival of the request at the server. Registering in a harness is left out.',
        zh: '从请求到达服务器时算起，不含向 harness 注册的时间。',
      },
    ],
    hot: [],
  }
}

async function openOnce(contender: Contender, tools: number): Promise<number> {
  const session = await contender.open(payloadOverStdio({ tools }))
  try {
    expectCount(session.tools, tools)
    const listedAt = longestText(await session.call('clock', new AbortController().signal))
    return milliseconds(BigInt(/\d+/.exec(listedAt)?.[0] ?? ''), session.readyAt)
  } finally {
    await session.close()
  }
}

function expectCount(count: number, tools: number): void {
  if (count !== tools) throw new Error(`${count} tools instead of ${tools}`)
}
