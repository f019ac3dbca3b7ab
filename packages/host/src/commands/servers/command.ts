import type { Harness } from '../../harness/harness.js'
import type { ManagedServers } from '../../harness/servers.js'
import { failed, misuse } from '../../host-error.js'
import type { Screen } from '../../output/terminal.js'
import { serverNamed } from '../known-server.js'

export type ManagedHarness = Harness<ManagedServers>

/** What came of one line: fields for programs, one text for people. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>
  readonly text: (screen: Screen) => string
}

/** One command of the prompt. */
export interface PromptCommand {
  /** As it is typed: `connect NAME`. */
  readonly usage: string
  readonly explains: string
  /** Does the work. Throws a `HostError` when it cannot be done. */
  run(harness: ManagedHarness, words: readonly string[]): Promise<Answer>
}

/** A command that stands alone. */
export function plain(
  usage: string,
  explains: string,
  work: (harness: ManagedHarness) => Promise<Answer>,
): PromptCommand {
  return {
    usage,
    explains,
    run: async (harness, words) => {
      if (words.length > 0) throw wrongUse(usage)
      return work(harness)
    },
  }
}

/** A command about one server, whose name must be one of the configuration. */
export function aboutOne(
  usage: string,
  explains: string,
  work: (harness: ManagedHarness, server: string) => Promise<Answer>,
): PromptCommand {
  return {
    usage,
    explains,
    run: async (harness, [name, ...rest]) => {
      if (name === undefined || rest.length > 0) throw wrongUse(usage)
      return work(harness, await configured(harness, name))
    },
  }
}

/** A command about one server, or about all of them when none is named. */
export function aboutOneOrAll(
  usage: string,
  explains: string,
  work: (harness: ManagedHarness, server: string | undefined) => Promise<Answer>,
): PromptCommand {
  return {
    usage,
    explains,
    run: async (harness, [name, ...rest]) => {
      if (rest.length > 0) throw wrongUse(usage)
      return work(harness, name === undefined ? undefined : await configured(harness, name))
    },
  }
}

/** The name, when it is that of a server. One that was left out of the configuration is in the status too, and has a reason. */
async function configured(harness: ManagedHarness, name: string): Promise<string> {
  const isThere = harness.servers().some((server) => server.name === name)
  const leftOut = isThere ? undefined : (await harness.origin.failedEntries()).find(({ id }) => id === name)
  if (leftOut) throw failed(`${name} was left out of the configuration: ${leftOut.reason}.`)
  return serverNamed(harness, name).name
}

function wrongUse(usage: string): Error {
  return misuse(`the command is: ${usage}`)
}
