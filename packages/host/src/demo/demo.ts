import { join } from 'node:path'

import { failed, messageOf } from '../host-error.js'
import type { Harness } from '../harness/harness.js'
import { asJson } from '../output/report.js'
import { withHarness } from '../run.js'
import type { Run } from '../settings.js'
import type { Stage } from './stage.js'
import { type Step, steps } from './steps.js'
import { openWorld, type World } from './world.js'

interface Told {
  readonly step: string
  readonly result: unknown
}

/**
 * Connects four real servers through the composition that every command uses, and shows each thing the bridge does. Needs
 * no key and no network. Resolves to 0 when every step succeeded and everything is closed again.
 */
export async function demo(run: Run): Promise<number> {
  const { settings, terminal } = run
  const world = await openWorld()
  try {
    const told = await tell(run, world)
    if (settings.json) terminal.print(asJson({ ok: true, folder: world.folder, steps: told }))
  } catch (error) {
    if (settings.json && !run.signal.aborted)
      terminal.print(asJson({ ok: false, folder: world.folder, reason: messageOf(error) }))
    throw error
  } finally {
    await world.close()
  }
  say(run, `\n${terminal.screen.paint.green('Done.')} Every server is closed. The files are in ${world.folder}`)
  return 0
}

function tell(run: Run, world: World): Promise<Told[]> {
  const dataFolder = run.settings.dataFolder ?? join(world.folder, 'data')
  const settings = { ...run.settings, configuration: { kind: 'cordis', file: world.file } as const, dataFolder }
  return withHarness({ ...run, settings }, (harness) => tellSteps(run, { harness, world, signal: run.signal }))
}

async function tellSteps(run: Run, stage: { harness: Harness; world: World; signal: AbortSignal }): Promise<Told[]> {
  const told: Told[] = []
  for (const [index, step] of steps.entries()) {
    const { bold, dim } = run.terminal.screen.paint
    say(run, `\n${bold(`${index + 1}. ${step.title}`)}\n${dim(step.explains)}\n`)
    const { json, text } = await perform(step, stage)
    say(run, text(run.terminal.screen))
    told.push({ step: step.name, result: json })
  }
  return told
}

async function perform(step: Step, stage: Stage): ReturnType<Step['run']> {
  try {
    return await step.run(stage)
  } catch (error) {
    if (stage.signal.aborted) throw error
    throw failed(`The step "${step.title}" failed: ${messageOf(error)}`)
  }
}

function say({ settings, terminal }: Run, text: string): void {
  if (!settings.json) terminal.print(text)
}
