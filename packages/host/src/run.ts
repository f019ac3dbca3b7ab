import { resolve } from 'node:path'

import envPaths from 'env-paths'

import type { Mount } from './harness/composition.js'
import { Harness } from './harness/harness.js'
import type { Servers } from './harness/servers.js'
import { logTo } from './output/log.js'
import { asJson, type Report } from './output/report.js'
import { showStartup } from './output/startup.js'
import type { Run } from './settings.js'
import { sourceOf } from './source.js'

/** The work of one command on a started harness. */
export type Verb = (harness: Harness, run: Run) => Promise<Report>

/** Starts the harness, does the work, ends the harness, and prints the report. Resolves to the exit code. */
export async function runVerb(verb: Verb, run: Run): Promise<0 | 1> {
  return reportOf(await withHarness(run, (harness) => verb(harness, run)), run)
}

/** Prints a report, and gives the exit code. */
export function reportOf(report: Report, run: Run): 0 | 1 {
  // A call that was given up has a result of its own, which nobody asked for.
  run.signal.throwIfAborted()
  printReport(report, run)
  return report.ok ? 0 : 1
}

/** Lends a started harness. Whatever happens, it is closed before this settles. */
export async function withHarness<T>(run: Run, use: (harness: Harness) => Promise<T>): Promise<T> {
  const { starting, mount } = await sourceOf(run)
  return withMounted(mount, run, async (harness) => {
    await waitForServers(harness, starting, run)
    return use(harness)
  })
}

/** The same for what `mount` mounts, without waiting for its servers. */
export async function withMounted<T, Kind extends Servers>(
  mount: Mount<Kind>,
  run: Run,
  use: (harness: Harness<Kind>) => Promise<T>,
): Promise<T> {
  const { dataFolder = resolve(envPaths('harness-mcp', { suffix: '' }).data) } = run.settings
  const harness = await Harness.open({ mount, dataFolder, log: logTo(run.terminal) })
  try {
    return await use(harness)
  } finally {
    await harness.close()
  }
}

/** Waits for the first attempts, and shows how they go. */
export async function waitForServers(
  harness: Harness,
  starting: readonly string[],
  { terminal, signal }: Run,
): Promise<void> {
  const hide = showStartup(terminal, harness, starting)
  try {
    await harness.started(signal)
  } finally {
    hide()
  }
}

export function printReport(report: Report, { settings, terminal }: Run): void {
  terminal.print(settings.json ? asJson(report.json) : report.text(terminal.screen))
}
