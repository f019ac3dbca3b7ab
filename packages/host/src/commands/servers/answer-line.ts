import { McpError } from '@harness-mcp/client'
import { plainLine } from '@harness-mcp/result-adapter'

import { HostError, misuse } from '../../host-error.js'
import { suggestion } from '../../nearest.js'
import type { Answer, ManagedHarness, PromptCommand } from './command.js'
import { COMMANDS } from './commands.js'

/** One line, taken apart. */
export interface TypedLine {
  /** The first word, the name of a command if it is right. */
  readonly verb: string
  readonly words: readonly string[]
}

/** Takes a line apart. `undefined` for one that says nothing. */
export function parseLine(line: string): TypedLine | undefined {
  const [verb, ...words] = line.split(/\s+/).filter((word) => word !== '')
  return verb === undefined || verb.startsWith('#') ? undefined : { verb, words }
}

/** What came of a line. */
export type Outcome = ({ readonly ok: true } & Answer) | { readonly ok: false; readonly reason: string }

/** Does what a line says. Rejects only with what is nobody's mistake. */
export async function answerLine(harness: ManagedHarness, { verb, words }: TypedLine): Promise<Outcome> {
  try {
    return { ok: true, ...(await commandNamed(verb).run(harness, words)) }
  } catch (error) {
    if (error instanceof HostError || error instanceof McpError) return { ok: false, reason: error.message }
    throw error
  }
}

function commandNamed(verb: string): PromptCommand {
  const command = COMMANDS.get(verb)
  if (command !== undefined) return command
  throw misuse(`there is no command "${plainLine(verb, 64)}".${suggestion(verb, [...COMMANDS.keys()])}`)
}
