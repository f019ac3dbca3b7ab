import type { ContenderName, Finding, Series } from '../finding.js'
import { install, type Installed, packAll } from './install.js'
import { reasonOf } from '../rounds.js'
import type { Measurement } from './measurement.js'
import { versionOf } from '../versions.js'

const OURS = ['naming', 'result-adapter', 'resources', 'client', 'desktop', 'in-process', 'sessions'] as const

const OTHERS: readonly { readonly name: ContenderName; readonly packages: readonly string[] }[] = [
  { name: 'sdk', packages: ['@modelcontextprotocol/client'] },
  { name: 'ai-sdk', packages: ['@ai-sdk/mcp'] },
  { name: 'langchain', packages: ['@langchain/mcp-adapters', '@langchain/core', '@langchain/langgraph'] },
]

/** What each package brings along when it is installed alone by npm, from the files that would be published. */
export const installSize: Measurement = {
  id: 'install',
  title: 'Install size and package count',
  run: async (effort) => {
    const packed = await packAll(OURS)
    try {
      const others = new Map<ContenderName, Installed | { readonly reason: string }>()
      for (const { name, packages } of OTHERS) {
        effort.progress(`installing ${packages.join(' ')}`)
        others.set(name, await attempt(() => install(pinned(packages))))
      }
      const findings: Finding[] = []
      for (const folder of OURS) {
        effort.progress(`installing @harness-mcp/${folder}`)
        const own = await attempt(() => install({ [`@harness-mcp/${folder}`]: packed.file(folder) }, packed.overrides))
        findings.push(...rows(folder, own, folder === 'client' ? others : new Map()))
      }
      return findings
    } finally {
      packed.remove()
    }
  },
}

type Attempt = Installed | { readonly reason: string }

/** Without a network there is no figure, and the rest of the run is still good. */
async function attempt(work: () => Promise<Installed>): Promise<Attempt> {
  try {
    return await work()
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function pinned(packages: readonly string[]): Record<string, string> {
  return Object.fromEntries(packages.map((name) => [name, versionOf(name)]))
}

function rows(folder: string, own: Attempt, others: ReadonlyMap<ContenderName, Attempt>): readonly Finding[] {
  const all = new Map<ContenderName, Attempt>([['ours', own], ...others])
  const row = { goals: [], notes: [], hot: [] }
  const name = `@harness-mcp/${folder}`
  return [
    {
      ...row,
      id: `install-mb-${folder}`,
      title: `Install size of \`${name}\` alone`,
      unit: 'MB',
      series: series(all, 'megabytes'),
    },
    {
      ...row,
      id: `install-packages-${folder}`,
      title: `Packages installed for \`${name}\` alone`,
      unit: 'packages',
      series: series(all, 'packages'),
    },
  ]
}

function series(all: ReadonlyMap<ContenderName, Attempt>, figure: keyof Installed): Series {
  return Object.fromEntries(
    [...all].map(([name, found]) => [
      name,
      'reason' in found ? { kind: 'refused', reason: found.reason } : { kind: 'samples', samples: [found[figure]] },
    ]),
  )
}
