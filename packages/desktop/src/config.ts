import { z } from 'zod'
import { type DesktopError, desktopError } from './errors.js'

const pattern = z.string().min(1).max(1_024, 'expected a tool name or glob of at most 1024 characters')

const toolsShape = {
  allow: z.array(pattern).optional().describe('Raw tool names or globs. Only these tools are offered.'),
  deny: z.array(pattern).default([]).describe('Raw tool names or globs that are never offered.'),
}

const BYTES = 'expected a whole number of bytes, at least 1'

const shape = {
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'expected 1 to 32 of the characters A-Z a-z 0-9 _ -')
    .default('cua_driver_native')
    .describe('What public tool names begin with, before two underscores and the raw name.'),
  tools: z
    .strictObject(toolsShape, { error: unknownKey(Object.keys(toolsShape)) })
    .prefault({})
    .describe('Which tools are offered. All of them cost a model about 22,000 tokens.'),
  maxModelBytes: z
    .int({ error: BYTES })
    .min(1, { error: BYTES })
    .optional()
    .describe('The most text of one result that the model reads, in bytes of UTF-8.'),
}

/**
 * The configuration of the desktop, for harnesses that validate entries themselves: a zod schema, and by `~standard` a
 * Standard Schema. Every field has a default, and so has the whole. It reports every problem at once, each with its path.
 *
 * @example
 * ```ts
 * import { Config } from '@harness-mcp/desktop'
 *
 * const parsed = Config.safeParse({ tools: { allow: ['get_*', 'click'] } })
 * ```
 */
export const Config: z.ZodType<ResolvedConfig, DesktopConfig | undefined> = z
  .strictObject(shape, { error: unknownKey(Object.keys(shape)) })
  .prefault({})

/** What you write. Every field may be left out. */
export interface DesktopConfig {
  /** What public names begin with, before `__` and the raw name: 1 to 32 of `A-Z a-z 0-9 _ -`. Default: `cua_driver_native`. */
  readonly prefix?: string | undefined
  /** Which tools are offered, by raw names or globs: those of `allow` (default: all) without those of `deny`. */
  readonly tools?: { readonly allow?: string[] | undefined; readonly deny?: string[] | undefined } | undefined
  /** The most text of one result that the model reads, in bytes of UTF-8. Default: no limit. */
  readonly maxModelBytes?: number | undefined
}

/** The same with every default filled in. */
export interface ResolvedConfig {
  readonly prefix: string
  readonly tools: ToolSelection
  readonly maxModelBytes?: number | undefined
}

export interface ToolSelection {
  readonly allow?: string[] | undefined
  readonly deny: string[]
}

/** @throws DesktopError `invalid-config` that lists every problem. */
export function parseConfig(input: unknown): ResolvedConfig {
  const result = Config.safeParse(input)
  if (result.success) return result.data
  throw invalid(result.error.issues)
}

function invalid(issues: readonly z.core.$ZodIssue[]): DesktopError {
  const problems = issues.map(({ path, message }) => `\n  ${[...path.map(String), message].join(': ')}`)
  return desktopError('invalid-config', `invalid configuration:${problems.join('')}`)
}

/** There are few keys, so that the list of them helps more than a guess. Other issues keep their own text. */
function unknownKey(known: readonly string[]): z.core.$ZodErrorMap {
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(', ')} (known: ${known.join(', ')})`
      : undefined
}
