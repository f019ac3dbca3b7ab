import { McpError } from '@harness-mcp/client'
import { type McpServerConfig, readMcpServersJson } from '@harness-mcp/sessions'

import { misuse } from '../host-error.js'
import type { McpServersFile } from './configuration.js'
import { readText } from './file.js'
import { placeOfMistake } from './json-place.js'

/** What a session takes. */
export type ServerMap = Readonly<Record<string, McpServerConfig>>

/**
 * Reads the servers of a desktop client's file. Refuses a file that cannot be read, is not JSON or has no servers.
 *
 * @param warn - told what is different from the file, a server that is left out included. One sentence each.
 */
export async function readMcpServersFile(
  { file, expandEnv }: McpServersFile,
  warn: (text: string) => void,
): Promise<ServerMap> {
  const text = await readText(file)
  const { servers, warnings } = parse(file, text, expandEnv)
  for (const warning of warnings) warn(`${file}: ${warning}`)
  return servers
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
