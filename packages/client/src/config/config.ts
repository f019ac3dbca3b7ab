import type { z } from 'zod'

import { clientError } from '../errors.js'
import { httpSchema, type ResolvedConfig, schema, stdioSchema } from './schema.js'

type Issue = z.core.$ZodIssue
type StandardResult = { value: ResolvedConfig } | { issues: readonly Issue[] }

/**
 * The configuration schema of one server, for harnesses that validate entries themselves: a zod schema, and by
 * `~standard` a Standard Schema. It reports every problem at once, each with its path.
 *
 * @example
 * ```ts
 * import { Config } from '@harness-mcp/client'
 *
 * const parsed = Config.safeParse({ serverName: 'files', transport: 'stdio', command: 'my-server' })
 * ```
 */
export const Config: typeof schema = Object.defineProperty(schema, '~standard', {
  value: { ...schema['~standard'], validate: (input: unknown): StandardResult => validate(input) },
})

/** Checks a configuration and fills in its defaults. Throws an `McpError` of code `invalid-config` that lists every problem. */
export function parseConfig(input: unknown): ResolvedConfig {
  const result = validate(input)
  if ('value' in result) return result.value
  const name = nameIn(input)
  const problems = result.issues.map((issue) => `\n  ${described(issue)}`).join('')
  throw clientError('invalid-config', { server: name, message: `invalid configuration:${problems}` })
}

/** In place of "expected string, received undefined". Everything else keeps zod's words. */
const PLAINLY = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'invalid_type' && issue.input === undefined ? `required, expected ${issue.expected}` : undefined,
}

function validate(input: unknown): StandardResult {
  const result = schema.safeParse(input, PLAINLY)
  if (result.success) return { value: result.data }
  return { issues: everyIssue(input, result.error.issues) }
}

/** Without a valid `transport` zod checks nothing else: the transport that the other fields point to stands in for it. */
function everyIssue(input: unknown, issues: readonly Issue[]): readonly Issue[] {
  const unknownTransport = issues.some((issue) => issue.code === 'invalid_union' && issue.path[0] === 'transport')
  if (!unknownTransport || typeof input !== 'object' || input === null) return issues
  const stand = 'url' in input ? httpSchema : stdioSchema
  const rest = stand.safeParse({ ...input, transport: 'url' in input ? 'streamable-http' : 'stdio' }, PLAINLY)
  return rest.success ? issues : [...issues, ...rest.error.issues]
}

function described({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`
}

function nameIn(input: unknown): string | undefined {
  const name = typeof input === 'object' && input !== null && 'serverName' in input ? input.serverName : undefined
  return typeof name === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(name) ? name : undefined
}
