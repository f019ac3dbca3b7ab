import { readEntries, readServerMap } from './config/entries.js'
import { type ReadMap, readMcpServersFile } from './config/mcp-servers-file.js'
import type { Mount } from './harness/composition.js'
import { loadedServers } from './harness/loaded-servers.js'
import { type MapOfFile, sessionServers } from './harness/session-servers.js'
import type { ManagedServers, Servers } from './harness/servers.js'
import { logTo } from './output/log.js'
import type { Run } from './settings.js'

/** A configuration that was read and is right: what will start, and how it is started on a harness. */
export interface Source<Kind extends Servers = Servers> {
  /** The names of the servers that will be connected, in the order of the file. */
  readonly starting: readonly string[]
  readonly mount: Mount<Kind>
}

/** Reads the configuration of a run, whichever of the two it is. */
export async function sourceOf(run: Run): Promise<Source> {
  const { configuration } = run.settings
  if (configuration.kind === 'mcp-servers') return managedSourceOf(run)
  const entries = await readEntries(configuration.file)
  return { starting: entries.map(({ serverName }) => serverName), mount: loadedServers(configuration.file) }
}

/** The same for servers that are managed one by one. Of a cordis.yml they are all that is taken. */
export async function managedSourceOf(run: Run): Promise<Source<ManagedServers>> {
  const source = await readMap(run)
  const starting = Object.entries(source.map).filter(
    ([, config]) => !('disabled' in config && config.disabled === true),
  )
  return { starting: starting.map(([name]) => name), mount: sessionServers(source) }
}

async function readMap({ settings: { configuration }, terminal }: Run): Promise<MapOfFile> {
  const { file } = configuration
  const log = logTo(terminal)
  const read = async (): Promise<ReadMap> =>
    configuration.kind === 'cordis'
      ? { map: await readServerMap(file), leftOut: [] }
      : readMcpServersFile(configuration, (text) => log({ level: 'warn', text }))
  return { file, ...(await read()), reread: read }
}
