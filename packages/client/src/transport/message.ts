import type { JSONRPCMessage } from '@modelcontextprotocol/client'

export type ParsedLine = { readonly kind: 'message'; readonly message: JSONRPCMessage } | { readonly kind: 'noise' }

/**
 * Parses one line of a server's standard output. Only the envelope is looked at: what a result holds is the business of
 * whoever asked for it, and a schema here would reject the whole message for one bad element.
 */
export function parseLine(line: string): ParsedLine {
  // Trimmed of a byte order mark too, which some shells write and JSON forbids.
  const text = line.trim()
  if (!text.startsWith('{')) return { kind: 'noise' }
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? { kind: 'message', message: value } : { kind: 'noise' }
  } catch {
    return { kind: 'noise' }
  }
}

/** Whether a value has the envelope of a message. What the envelope holds may be anything. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false
  const named = 'method' in value && typeof value.method === 'string'
  const answered = 'id' in value && ('result' in value || 'error' in value)
  return named || answered
}
