import { plainLine } from '@harness-mcp/result-adapter'

import { parseEntry } from '../config/entry.js'
import { httpEntry, type McpServerConfig, sseEntry, stdioEntry } from '../config/schema.js'
import { reasonOf, sessionError } from '../errors.js'
import { translate } from './entry.js'
import { type ParsedJson, parseJsonWithComments } from './json-with-comments.js'
import { cleanNames } from './names.js'
import { isRecord } from './values.js'
import type { Variables } from './variables.js'

/** How a file of servers is read. */
export interface ReadServersOptions {
  /**
   * Fills in `${NAME}`, `${NAME:-default}` and `${env:NAME}` from here, such as from `process.env`. Without it they stay as
   * they are: a file from elsewhere could otherwise send your secrets to a server of its choice.
   */
  readonly variables?: Readonly<Record<string, string | undefined>>
}

/** What a file came to. */
export interface McpServersFile {
  /** What `createMcpSession` takes. */
  readonly servers: Readonly<Record<string, FileServerConfig>>
  /** What is different from the file, as sentences for a person; values of the file are not in them. */
  readonly warnings: readonly string[]
  /** The servers that are not in `servers`, each with its name in the file. The warnings tell of them too. */
  readonly leftOut: readonly LeftOutServer[]
}

/** A server of a file that cannot be one here. */
export interface LeftOutServer {
  /** The key of the file, as it stands there: of any length, with any characters. Clean it before you show it. */
  readonly name: string
  /** A sentence for a person; values of the file are not in it. */
  readonly reason: string
}

/** A server of a file: everything but those in this process. */
export type FileServerConfig = Extract<McpServerConfig, { command: string } | { url: string }>

const KNOWN: ReadonlySet<string> = new Set([stdioEntry, httpEntry, sseEntry].flatMap(({ shape }) => Object.keys(shape)))

/**
 * Reads the servers from the configuration file of a desktop client: Claude Desktop, Claude Code, VS Code, Cursor, Windsurf,
 * Cline, Gemini CLI, Zed, and what is spelt like them. The file is data: nothing in it is run, opened or looked up. One
 * wrong server costs only itself.
 *
 * @param json - the text of the file, which may have comments and trailing commas, or what was parsed from it.
 * @param options - whether variables are filled in.
 * @returns the servers for a session, those that were left out, and what a person should know.
 * @throws McpError of code `invalid-config` when the text is not JSON or has no servers in it.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { createMcpSession, readMcpServersJson } from '@harness-mcp/sessions'
 *
 * const { servers, warnings } = readMcpServersJson(await readFile('.mcp.json', 'utf8'), { variables: process.env })
 * for (const warning of warnings) console.warn(warning)
 * const mcp = await createMcpSession({ mcpServers: servers })
 * ```
 */
export function readMcpServersJson(
  json: string | Readonly<Record<string, unknown>>,
  options: ReadServersOptions = {},
): McpServersFile {
  const { value: file, repeated } = typeof json === 'string' ? parsed(json) : { value: json, repeated: [] }
  const found = sectionsOf(file)
  const names = cleanNames(found.map(([name]) => name))
  const servers: [string, FileServerConfig][] = []
  const leftOut: LeftOutServer[] = []
  const warnings = [
    ...repeated.map((place) => `${place} is there more than once: the last one is read`),
    ...unread(file),
  ]
  for (const [index, [given, raw]] of found.entries()) {
    const name = names[index] ?? given
    const label = plainLine(given, 64) || '""'
    const read = readServer(name, raw, options.variables)
    if (!read.ok) {
      warnings.push(`${label}: left out: ${read.reason}`)
      leftOut.push({ name: given, reason: read.reason })
      continue
    }
    if (name !== given) warnings.push(`${label}: is called ${name} here`)
    warnings.push(...read.remarks.map((remark) => `${label}: ${remark}`))
    servers.push([name, read.config])
  }
  return { servers: Object.fromEntries(servers), warnings, leftOut }
}

type ReadServer =
  | { readonly ok: true; readonly config: FileServerConfig; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: string }

function readServer(name: string, raw: unknown, variables: Variables | undefined): ReadServer {
  const translated = translate(raw, KNOWN, variables)
  if (!translated.ok) return translated
  const { entry, remarks } = translated
  const checked = parseEntry(name, entry)
  if (!checked.ok) return { ok: false, reason: checked.problems.map((problem) => within(name, problem)).join('; ') }
  return isFileServer(entry)
    ? { ok: true, config: entry, remarks }
    : { ok: false, reason: 'it has neither command nor url' }
}

/** Without the place in a map, which is not the file, and the name, which stands before it. */
function within(name: string, problem: string): string {
  const place = `mcpServers.${name}`
  return problem.startsWith(place) ? problem.slice(place.length).replace(/^(?:\.|: )/, '') : problem
}

/** For what `parseEntry` has accepted. */
function isFileServer(entry: object): entry is FileServerConfig {
  return 'command' in entry || 'url' in entry
}

function parsed(text: string): ParsedJson {
  try {
    return parseJsonWithComments(text)
  } catch (error) {
    // The words of JSON.parse may quote the text, and with it a secret.
    const [position = ''] = /position \d+/.exec(reasonOf(error)) ?? []
    throw sessionError('invalid-config', { message: `the file is not JSON${position && ` (at ${position})`}` })
  }
}

/** Every server of every section that clients keep them in. */
function sectionsOf(file: unknown): [string, unknown][] {
  const inner = isRecord(file) && isRecord(file['mcp']) ? file['mcp'] : {}
  const outer = isRecord(file) ? file : {}
  const sections = [outer['mcpServers'], outer['servers'], outer['context_servers'], inner['servers']].filter(isRecord)
  if (sections.length > 0) return sections.flatMap((section) => Object.entries(section))
  throw sessionError('invalid-config', {
    message: 'the file has no servers: expected an object mcpServers, servers, context_servers or mcp.servers',
  })
}

/** Claude Code keeps servers of single projects in the file of the user, beside the user's own. */
function unread(file: unknown): string[] {
  const projects = isRecord(file) && isRecord(file['projects']) ? Object.values(file['projects']) : []
  const count = projects.filter((project) => {
    const servers = isRecord(project) ? project['mcpServers'] : undefined
    return isRecord(servers) && Object.keys(servers).length > 0
  }).length
  return count === 0
    ? []
    : [`projects: the servers of ${count} of them are left out: those of a project alone are not read`]
}
