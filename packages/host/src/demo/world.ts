import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { entryListSchema } from '@deepseek-ai/cordis-plugin-include'
import type { McpServerConfig } from '@harness-mcp/client'
import { everythingStdio, filesystemStdio, labServer, startEverythingHttp } from '@harness-mcp/lab'
import { dump } from 'js-yaml'

import { CLIENT } from '../harness/own-plugins.js'

/** What the demo needs: a folder of its own, a server that listens, and a cordis.yml that names four servers. */
export interface World {
  /** A new temporary folder. It is left, so that one can look into it. */
  readonly folder: string
  readonly file: string
  readonly yaml: string
  readonly note: string
  /** Stops the server that listens. */
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'harness-mcp-demo-')))
  const note = join(folder, 'files', 'note.txt')
  await mkdir(join(folder, 'files'))
  await writeFile(note, 'This note lies in the only folder that the file server may touch.\n')
  const listening = await startEverythingHttp()
  const file = join(folder, 'cordis.yml')
  const yaml = dump(entries(folder, listening.url), { schema: entryListSchema, lineWidth: -1 })
  await writeFile(file, yaml)
  return { folder, file, yaml, note, close: () => listening.close() }
}

function entries(folder: string, url: string): { id: string; name: string; config: McpServerConfig }[] {
  const configs: McpServerConfig[] = [
    { serverName: 'everything', transport: 'stdio', ...everythingStdio() },
    { serverName: 'everything-http', transport: 'streamable-http', url },
    { serverName: 'files', transport: 'stdio', ...filesystemStdio(join(folder, 'files')) },
    { serverName: 'modern', transport: 'stdio', ...labServer('modern-stdio') },
  ]
  return configs.map((config) => ({ id: `mcp-${config.serverName}`, name: CLIENT, config }))
}
