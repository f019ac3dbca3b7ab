import { plainLine } from '@harness-mcp/result-adapter'
import picomatch from 'picomatch'

import type { ResolvedConfig } from '../config/schema.js'

/** Whether a raw tool name is offered: allowed by name or glob (all are, without a list), and not denied. A `/` in a name is a character like any other. */
export function toolFilter({ allow, deny }: ResolvedConfig['tools']): (rawName: string) => boolean {
  const allowed = allow === undefined ? () => true : matcher(allow)
  const denied = matcher(deny)
  return (rawName) => allowed(rawName) && !denied(rawName)
}

/** A raw tool name may hold anything: `bash` lets `*` match a slash, the flag a line break, and a slash at the end counts. */
const GLOBS = { bash: true, dot: true, flags: 's', strictSlashes: true, windows: false }

function matcher(patterns: readonly string[]): (rawName: string) => boolean {
  const names = new Set(patterns)
  const globs = patterns.map((pattern) => picomatch(pattern, GLOBS))
  return (rawName) => names.has(rawName) || globs.some((matches) => matches(rawName))
}

/** How many patterns are named. */
const MOST = 20
const PATTERN_BYTES = 128

/** One sentence about the patterns that no tool of a list matches: names that are misspelt, most of the time. */
export function idlePatterns(
  { allow = [], deny }: ResolvedConfig['tools'],
  rawNames: readonly string[],
): string | undefined {
  const idle = (patterns: readonly string[], list: string): string[] =>
    patterns
      .filter((pattern) => !rawNames.some(matcher([pattern])))
      .map((pattern) => `"${plainLine(pattern, PATTERN_BYTES)}" of tools.${list}`)
  const all = [...idle(allow, 'allow'), ...idle(deny, 'deny')]
  if (all.length === 0) return undefined
  const more = all.length > MOST ? `, and ${all.length - MOST} more like these` : ''
  return `no tool has a raw name that matches ${all.slice(0, MOST).join(', ')}${more}`
}
