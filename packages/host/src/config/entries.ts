import { misuse } from '../host-error.js'
import { CLIENT } from '../harness/own-plugins.js'
import { checkClient, type ClientConfig } from './client-config.js'
import { readConfigFile } from './file.js'
import { type Entry, parseEntries } from './entry.js'
import type { ServerMap } from './mcp-servers-file.js'

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
  const configs = await readConfigs(file)
  return configs.flatMap(({ serverName, disabled }) => (disabled ? [] : [{ serverName }]))
}

/** The servers of a cordis.yml, the disabled ones included, as a session takes them. What else it mounts is left out. */
export async function readServerMap(file: string): Promise<ServerMap> {
  const configs = await readConfigs(file)
  return Object.fromEntries(configs.map((config) => [config.serverName, inSessionSpelling(config)]))
}

async function readConfigs(file: string): Promise<readonly ClientConfig[]> {
  const { entries, problems } = parseEntries(await readConfigFile(file))
  const checked = entries.filter(({ name }) => name === CLIENT).map((entry) => ({ entry, ...checkClient(entry, file) }))
  const names = checked.flatMap(({ entry, config }) => (config ? [{ entry, serverName: config.serverName }] : []))
  const all = [...problems, ...checked.flatMap((client) => client.problems), ...repeated(names)]
  if (all.length > 0) throw misuse(`${file}: ${count(all)}:${all.map((problem) => `\n  ${problem}`).join('')}`)
  return checked.flatMap(({ config }) => config ?? [])
}

function inSessionSpelling({
  serverName: _name,
  failOnStartupError: _fail,
  ...config
}: ClientConfig): ServerMap[string] {
  switch (config.transport) {
    case 'stdio': {
      const { transport: type, ...fields } = config
      return { type, ...fields }
    }
    case 'streamable-http': {
      const { transport: _type, ...fields } = config
      return { type: 'http', ...fields }
    }
    case 'sse': {
      const { transport: type, ...fields } = config
      return { type, ...fields }
    }
  }
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
