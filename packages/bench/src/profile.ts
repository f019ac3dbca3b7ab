import { Session, type Profiler } from 'node:inspector/promises'
import { basename } from 'node:path'

const INTERVAL_US = 200
const MOST = 6

/** Runs `work` under the profiler of V8: the functions with the most self time, `name (file:line) 12 %`, most first. */
export async function hotFunctions(work: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
    await session.post('Profiler.start')
    await work()
    const { profile } = await session.post('Profiler.stop')
    return shares(profile)
  } finally {
    session.disconnect()
  }
}

function shares({ nodes, samples = [] }: Profiler.Profile): readonly string[] {
  const labels = new Map(nodes.map((node) => [node.id, labelOf(node)]))
  const counts = new Map<string, number>()
  for (const id of samples) {
    const label = labels.get(id)
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([label, count]) => `${label} ${Math.round((100 * count) / all)} %`)
}

/** Waiting is not work. */
function labelOf({ callFrame }: Profiler.ProfileNode): string | undefined {
  const { functionName, url, lineNumber } = callFrame
  if (functionName === '(idle)' || functionName === '(root)') return undefined
  const name = functionName === '' ? '(anonymous)' : functionName
  return url === '' ? name : `${name} (${basename(url)}:${lineNumber + 1})`
}
