import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'

/** A cordis.yml of this text in a folder of its own. */
export function configFile(text: string, name = 'cordis.yml'): string {
  const file = join(freshFolder(), name)
  writeFileSync(file, text)
  return file
}

/** A cordis.yml with one stdio server for each name. JSON is YAML. */
export function serversFile(servers: Record<string, Command>): string {
  return configFile(
    Object.entries(servers)
      .map(([name, command]) => entryText(name, command))
      .join(''),
  )
}

/** One entry of a cordis.yml, with more settings when given. */
export function entryText(serverName: string, command: Command, settings: Record<string, unknown> = {}): string {
  return `- id: mcp-${serverName}\n${textWithoutId(serverName, command, settings).replace('-', ' ')}`
}

/** The same without an id. */
export function textWithoutId(serverName: string, command: Command, settings: Record<string, unknown> = {}): string {
  const config = { serverName, transport: 'stdio', ...command, ...settings }
  return `- name: '@harness-mcp/client'\n  config: ${JSON.stringify(config)}\n`
}
