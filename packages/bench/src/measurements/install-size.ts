import { install, publishedPackages, type Registry, startRegistry } from '@harness-mcp/release'

import type { ContenderName, Finding, Series } from '../finding.js'
import { reasonOf } from '../rounds.js'
import type { Measurement } from './measurement.js'
import { versionOf } from '../versions.js'

const OTHERS: readonly { readonly name: ContenderName; readonly packages: readonly string[] }[] = [
  { name: 'sdk', packages: ['@modelcontextprotocol/client'] },
  { name: 'ai-sdk', packages: ['@ai-sdk/mcp'] },
  { name: 'langchain', packages: ['@langchain/mcp-adapters', '@langchain/core', '@langchain/langgraph'] },
]

/** What each package brings along when it is installed alone by npm, from a registry to which it was published. */
export const installSize: Measurement = {
  id: 'install',
  title: 'Install size and package count',
  run: async (effort) => {
    const registry = await startRegistry()
    try {
      await registry.publish(publishedPackages())
      const others = new Map<ContenderName, Attempt>()
      for (const { name, packages } of OTHERS) {
        effort.progress(`installing ${packages.join(' ')}`)
        others.set(name, await attempt(packages.map((each) => `${each}@${versionOf(each)}`)))
      }
      const findings: Finding[] = []
      for (const folder of publishedPackages()) {
        effort.progress(`installing @harness-mcp/${folder}`)
        const own = await attempt([`@harness-mcp/${folder}`], registry)
        findings.push(...rows(folder, own, folder === 'client' ? others : new Map()))
      }
      return findings
    } finally {
      await registry.close()
    }
  },
}

interface Size {
  readonly megabytes: number
  readonly packages: number
}

type Attempt = Size | { readonly reason: string }

/** Without a network there is no figure, and the rest of the run is still good. */
async function attempt(specifiers: readonly string[], registry?: Registry): Promise<Attempt> {
  try {
    const installed = await install(specifiers, registry?.url)
    await installed.remove()
    return { megabytes: installed.megabytes, packages: installed.paths.length }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
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

function series(all: ReadonlyMap<ContenderName, Attempt>, figure: keyof Size): Series {
  return Object.fromEntries(
    [...all].map(([name, found]) => [
      name,
      'reason' in found ? { kind: 'refused', reason: found.reason } : { kind: 'samples', samples: [found[figure]] },
    ]),
  )
}
