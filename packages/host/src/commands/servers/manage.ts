import { plainLine, plainText, untilAborted } from '@harness-mcp/result-adapter'

import { PromptLine } from '../../output/prompt-line.js'
import type { Terminal } from '../../output/terminal.js'
import { waitForServers, withMounted } from '../../run.js'
import type { Run } from '../../settings.js'
import { managedSourceOf } from '../../source.js'
import { answerLine, type Outcome, parseLine, type TypedLine } from './answer-line.js'
import { showChanges } from './changes.js'
import type { ManagedHarness } from './command.js'
import { QUIT } from './commands.js'

/**
 * Starts the servers, and does what the lines of standard input say, one after the other, until they end. Resolves to 1
 * when one of them failed.
 */
export async function manageServers(given: Run): Promise<0 | 1> {
  const prompt = new PromptLine(given)
  const run = { ...given, terminal: prompt.terminal }
  try {
    const source = await managedSourceOf(run)
    return await withMounted(source.mount, run, async (harness) => {
      // A person wants the prompt at once and sees the servers come up; a script wants servers that are up.
      if (prompt.isTyped) run.terminal.note(greeting(harness, run))
      else await waitForServers(harness, source.starting, run)
      return converse(harness, run, prompt)
    })
  } finally {
    prompt.close()
  }
}

function greeting(harness: ManagedHarness, { settings }: Run): string {
  const { length } = harness.servers()
  return `${length === 1 ? '1 server' : `${length} servers`} of ${settings.configuration.file}. "help" lists the commands.`
}

async function converse(harness: ManagedHarness, run: Run, prompt: PromptLine): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0
  let busy: string | undefined
  const undo = showChanges(harness, run, { isTyped: prompt.isTyped, busy: () => busy })
  try {
    for await (const text of prompt.lines()) {
      const line = parseLine(text)
      if (line === undefined) continue
      busy = line.words[0]
      const outcome = await untilAborted(answerLine(harness, line), run.signal)
      busy = undefined
      if (!outcome.ok) exitCode = 1
      print(outcome, line, run)
      if (outcome.ok && line.verb === QUIT) break
    }
    run.signal.throwIfAborted()
    return exitCode
  } finally {
    undo()
    // Before the servers end, so that a second Ctrl-C is a signal again.
    prompt.close()
  }
}

function print(outcome: Outcome, line: TypedLine, { settings, terminal }: Run): void {
  if (settings.json) return terminal.print(JSON.stringify(outcomeJson(outcome, line)))
  if (!outcome.ok) return sayError(terminal, outcome.reason)
  const text = outcome.text(terminal.screen)
  if (text !== '') terminal.print(text)
}

function outcomeJson(outcome: Outcome, { verb, words }: TypedLine): object {
  const command = plainLine([verb, ...words].join(' '), COMMAND_BYTES)
  const { ok } = outcome
  return { event: 'answer', command, ok, ...(outcome.ok ? outcome.json : { reason: outcome.reason }) }
}

const COMMAND_BYTES = 1_024

function sayError(terminal: Terminal, reason: string): void {
  terminal.note(`${terminal.notePaint.red('error')}: ${plainText(reason, REASON_BYTES)}`)
}

/** It may quote a server. */
const REASON_BYTES = 16_384
