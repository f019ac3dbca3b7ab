import picomatch from 'picomatch'
import type { ToolSelection } from './config.js'

/** Whether a raw tool name is offered: allowed by name or glob (all are, without a list), and not denied. */
export function toolFilter({ allow, deny }: ToolSelection): (rawName: string) => boolean {
  const allowed = allow === undefined ? () => true : matcher(allow)
  const denied = matcher(deny)
  return (rawName) => allowed(rawName) && !denied(rawName)
}

/** The same globs as for the tools of a server: a slash or a leading dot is a character like any other. */
const GLOBS = { bash: true, dot: true, flags: 's', strictSlashes: true, windows: false }

function matcher(patterns: readonly string[]): (rawName: string) => boolean {
  const names = new Set(patterns)
  const globs = patterns.map((pattern) => picomatch(pattern, GLOBS))
  return (rawName) => names.has(rawName) || globs.some((matches) => matches(rawName))
}
