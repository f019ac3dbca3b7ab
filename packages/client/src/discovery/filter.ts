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
