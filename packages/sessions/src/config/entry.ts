import type { McpServerConfig as ClientConfig } from '@harness-mcp/client'
import type { InProcessServer } from '@harness-mcp/in-process'
import { isServerName } from '@harness-mcp/naming'
import { plainLine } from '@harness-mcp/result-adapter'
import type { z } from 'zod'

import type { HealthCheck } from '../health/settings.js'
import type { OAuthEntry } from '../oauth/settings.js'
import { handleOf, isServerSource } from './in-process.js'
import { httpEntry, inProcessEntry, sseEntry, stdioEntry } from './schema.js'

/** One server of a map, checked. */
export interface ServerEntry {
  readonly name: string
  /** What decides how it is connected; `disabled` is not in it. */
  readonly config: ClientConfig
  readonly handle?: InProcessServer
  readonly oauth?: OAuthEntry | undefined
  readonly alwaysAllow: readonly string[]
  readonly healthCheck: HealthCheck
  readonly disabled: boolean
}

/** One sentence about one wrong place, such as `mcpServers.files.args.0: expected string`. */
export type Problem = string

export type ParsedEntry = { readonly ok: true; readonly entry: ServerEntry } | Refused
type Refused = { readonly ok: false; readonly problems: readonly Problem[] }

/** Checks one server of a map; every problem is reported at once. Throws what a getter of it throws, and nothing else. */
export function parseEntry(name: string, value: unknown): ParsedEntry {
  const badName = isServerName(name)
    ? []
    : [at(name, [], 'expected a name of 1 to 32 of the characters A-Z a-z 0-9 _ -')]
  const parsed = parseValue(name, value)
  if (parsed.ok && badName.length === 0) return parsed
  return { ok: false, problems: [...badName, ...(parsed.ok ? [] : parsed.problems)] }
}

function parseValue(name: string, value: unknown): ParsedEntry {
  if (isServerSource(value)) return parseValue(name, { server: value })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      ok: false,
      problems: [at(name, [], 'expected an object, a server of createSdkMcpServer() or an McpServer')],
    }
  }
  const { kind, problem } = kindOf(value)
  const parsed = parseAs(kind, name, problem?.replaces ? { ...value, type: undefined } : value)
  if (problem === undefined) return parsed
  return { ok: false, problems: [at(name, problem.path, problem.message), ...(parsed.ok ? [] : parsed.problems)] }
}

type Kind = 'stdio' | 'http' | 'sse' | 'in-process'

interface KindProblem {
  readonly path: readonly string[]
  readonly message: string
  /** The other fields are checked as if `type` were not there. */
  readonly replaces: boolean
}

function kindOf(value: object): { readonly kind: Kind; readonly problem?: KindProblem } {
  const type: unknown = 'type' in value ? value.type : undefined
  if (type === 'stdio' || type === 'http' || type === 'sse') return { kind: type }
  const inferred = 'server' in value ? 'in-process' : 'url' in value && !('command' in value) ? 'http' : 'stdio'
  if (type !== undefined) {
    return { kind: inferred, problem: { path: ['type'], message: "expected 'stdio', 'http' or 'sse'", replaces: true } }
  }
  if ('url' in value && 'command' in value) return { kind: inferred, problem: whole('it has both command and url') }
  if (inferred === 'stdio' && !('command' in value)) {
    return { kind: inferred, problem: whole('expected a command (stdio), a url (http, sse) or a server (in process)') }
  }
  return { kind: inferred }
}

function whole(message: string): KindProblem {
  return { path: [], message, replaces: false }
}

function parseAs(kind: Kind, name: string, value: object): ParsedEntry {
  switch (kind) {
    case 'stdio': {
      const read = stdioEntry.safeParse(value, PLAINLY)
      if (!read.success) return refused(name, read.error)
      const { type: _type, alwaysAllow, healthCheck, disabled, ...fields } = read.data
      const config = { ...fields, serverName: name, transport: 'stdio' } as const
      return accepted({ name, alwaysAllow, healthCheck, disabled, config })
    }
    case 'http': {
      const read = httpEntry.safeParse(value, PLAINLY)
      if (!read.success) return refused(name, read.error)
      const { type: _type, alwaysAllow, healthCheck, disabled, oauth, ...fields } = read.data
      const config = { ...fields, serverName: name, transport: 'streamable-http' } as const
      return accepted({ name, alwaysAllow, healthCheck, disabled, oauth, config })
    }
    case 'sse': {
      const read = sseEntry.safeParse(value, PLAINLY)
      if (!read.success) return refused(name, read.error)
      const { type: _type, alwaysAllow, healthCheck, disabled, oauth, ...fields } = read.data
      const config = { ...fields, serverName: name, transport: 'sse' } as const
      return accepted({ name, alwaysAllow, healthCheck, disabled, oauth, config })
    }
    case 'in-process': {
      const read = inProcessEntry.safeParse(value, PLAINLY)
      if (!read.success) return refused(name, read.error)
      const { server, alwaysAllow, healthCheck, disabled, ...fields } = read.data
      // The client wants a transport in its configuration even where a given one takes its place.
      const config = { ...fields, serverName: name, transport: 'stdio', command: 'in-process' } as const
      return accepted({ name, alwaysAllow, healthCheck, disabled, config, handle: handleOf(server) })
    }
  }
}

/** In place of "expected string, received undefined". Everything else keeps zod's words. */
const PLAINLY = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'invalid_type' && issue.input === undefined ? `required, expected ${issue.expected}` : undefined,
}

function accepted(entry: ServerEntry): ParsedEntry {
  return { ok: true, entry }
}

function refused(name: string, { issues }: z.ZodError): Refused {
  return { ok: false, problems: issues.map((issue) => at(name, issue.path.map(String), issue.message)) }
}

/** One problem, with its path. */
export function at(name: string, path: readonly string[], message: string): Problem {
  return `${['mcpServers', plainLine(name, 64) || '""', ...path].join('.')}: ${message}`
}
