import type { Contender } from '../contenders/contender.js'
import { interleave } from '../rounds.js'
import { FIRST_FURTHER } from '../servers/offer.js'
import { payloadOverStdio } from '../servers/targets.js'
import { type Measurement, speaking } from './measurement.js'

/** The first call after a list in which 300 tools declare output schemas. */
export const firstCall: Measurement = {
  id: 'first-call',
  title: 'First call after 300 output schemas',
  run: async (effort) => [
    {
      id: 'first-call-300',
      title: 'First call after a list with 300 output schemas',
      unit: 'ms',
      series: await interleave(
        speaking('legacy').map((contender) => ({ name: contender.name, sample: () => callFirst(contender) })),
        { warmUp: 1, rounds: effort.rounds(10, 4) },
      ),
      goals: [{ against: 'nothing', most: 10 }],
      notes: [
        {
          en: 'The called tool declares an output schema and its result is checked by ours and by the SDK.',
          zh: '被调用的工具声明了输出 schema，ours 和 SDK 都会据此校验结果。',
        },
      ],
      hot: [],
    },
  ],
}

async function callFirst(contender: Contender): Promise<number> {
  const session = await contender.open(payloadOverStdio({ tools: 306, outputSchemas: true }))
  try {
    const from = performance.now()
    await session.call(FIRST_FURTHER, new AbortController().signal)
    return performance.now() - from
  } finally {
    await session.close()
  }
}
