import { seeError } from './seen-error.js'

/** UnsupportedProtocolVersion of the MCP specification 2026-07-28: a server checks the revision before it runs anything. */
export const UNSUPPORTED_REVISION = -32_022

/** The words of a transport that was asked for a session it does not have, or for one that was never begun. */
const NO_SESSION = [
  /\b(?:no|not a|unknown|invalid|expired|missing)\b.{0,40}\bsession(?:[ -]?id)?\b/i,
  /\bsession(?:[ -]?id)?\b.{0,80}\b(?:not found|not valid|invalid|unknown|expired|terminated|closed|does(?: not|n't) exist)\b/i,
  /\bserver not initialized\b/i,
]

/**
 * Whether a server refused a request before running it, because it does not know what was agreed with it: it was started
 * anew, let the session expire, or speaks another revision now. The protocol wants 404 for a session (MCP specification
 * 2025-11-25, basic/transports); many servers answer 400 and say so.
 */
export function isStale(error: unknown, { hasSession }: { readonly hasSession: boolean }): boolean {
  const seen = seeError(error)
  if (seen.kind === 'server-error') return seen.code === UNSUPPORTED_REVISION
  if (seen.kind !== 'http') return false
  return seen.status === 400 ? NO_SESSION.some((words) => words.test(seen.text)) : seen.status === 404 && hasSession
}
