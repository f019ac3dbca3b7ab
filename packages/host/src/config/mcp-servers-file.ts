import { McpError } from '@harness-mcp/client'
import { type LeftOutServer, type McpServerConfig, readMcpServersJson } from '@harness-mcp/sessions'

import { misuse } from '../host-error.js'
import type { McpServersFile } from './configuration.js'
import { readText } from './file.js'
import { placeOfMistake } from './json-place.js'

/** What a session takes. */
export type ServerMap = Readonly<Record<string, McpServerConfig>>

/** What a file came to. */
export interface ReadMap {
  readonly map: ServerMap
  /** The servers of the file that are not in the map. */
  readonly leftOut: readonly LeftOutServer[]
}

/**
 * Reads the servers of a desktop client's file. Refuses a file that cannot be read, is not JSON or has no servers.
 *
 * @param warn - told what is different from the file, a server that is left out included. One sentence each.
 */
export async function readMcpServersFile(
  { file, expandEnv }: McpServersFile,
  warn: (text: string) => void,
): Promise<ReadMap> {
  const text = await readText(file)
  const { servers: map, warnings, leftOut } = parse(file, text, expandEnv)
  for (const warning of warnings) warn(`${file}: ${warning}`)
  if (!expandEnv && warnings.some((warning) => warning.includes('${')))
    warn('--expand-env fills in variables from the environment')
  return { map, leftOut }
}

function parse(file: string, text: string, expandEnv: boolean): ReturnType<typeof readMcpServersJson> {
  try {
    return readMcpServersJson(text, expandEnv ? { variables: process.env } : {})
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    const place = placeOfMistake(text)
    throw misuse(
      place === undefined ? `${file}: ${error.message}.` : `${file}:${place.line}:${place.column}: not valid JSON.`,
    )
  }
}
