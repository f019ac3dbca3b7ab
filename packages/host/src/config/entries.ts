import { misuse } from '../host-error.js'
import { CLIENT } from '../harness/own-plugins.js'
import { checkClient } from './client-config.js'
import { readConfigFile } from './file.js'
import { type Entry, parseEntries } from './entry.js'

/** An entry of the file that connects a server. */
export interface ServerEntry {
  readonly serverName: string
}

/**
 * Reads a cordis.yml and checks it before anything starts: its shape, the names of plugins, and the configuration of every
 * server. Refuses it with all problems at once, each with its place.
 *
 * @param file - an absolute path.
 * @returns the servers that will be connected, in the order of the file.
 */
export async function readEntries(file: string): Promise<readonly ServerEntry[]> {
  const { entries, problems } = parseEntries(await readConfigFile(file))
  const checked = entries.filter(({ name }) => name === CLIENT).map((entry) => ({ entry, ...checkClient(entry, file) }))
  const names = checked.flatMap(({ entry, serverName }) => (serverName === undefined ? [] : [{ entry, serverName }]))
  const all = [...problems, ...checked.flatMap((client) => client.problems), ...repeated(names)]
  if (all.length > 0) throw misuse(`${file}: ${count(all)}:${all.map((problem) => `\n  ${problem}`).join('')}`)
  return checked.flatMap(({ serverName, connects }) => (serverName !== undefined && connects ? [{ serverName }] : []))
}

function count({ length }: readonly string[]): string {
  return length === 1 ? 'a problem in the configuration' : `${length} problems in the configuration`
}

function repeated(names: readonly { entry: Entry; serverName: string }[]): string[] {
  return names.flatMap(({ entry, serverName }, index) => {
    const earlier = names.slice(0, index).find((other) => other.serverName === serverName)
    return earlier === undefined
      ? []
      : [`${entry.place}: config.serverName: "${serverName}" is taken by ${earlier.entry.place}`]
  })
}
