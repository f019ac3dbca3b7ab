import picomatch from 'picomatch'

import type { ResolvedConfig } from '../config/schema.js'

/** Whether a raw tool name is offered: allowed by name or glob (all are, without a list), and not denied. A `/` in a name is a character like any other. */
export function toolFilter({ allow, deny }: ResolvedConfig['tools']): (rawName: string) => boolean {
  const allowed = allow === undefined ? () => true : matcher(allow)
  const denied = matcher(deny)
  return (rawName) => allowed(rawName) && !denied(rawName)
}

function matcher(patterns: readonly string[]): (rawName: string) => boolean {
  const names = new Set(patterns)
  // `bash` lets `*` match a slash, which raw tool names may contain.
  const globs = patterns.map((pattern) => picomatch(pattern, { bash: true, dot: true }))
  return (rawName) => names.has(rawName) || globs.some((matches) => matches(rawName))
}
