import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/client'

export type ParsedLine =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'batch'; readonly messages: readonly JSONRPCMessage[] }
  | { readonly kind: 'noise' }

/**
 * Parses one line of a server's standard output. Only the envelope is looked at: what a result holds is the business of
 * whoever asked for it, and a schema here would reject the whole message for one bad element. A batch of JSON-RPC (revision
 * 2025-03-26 of the MCP specification has them) is its messages; what in it is none is left out.
 */
export function parseLine(line: string): ParsedLine {
  // Trimmed of a byte order mark too, which some shells write and JSON forbids.
  const text = line.trim()
  if (!text.startsWith('{') && !text.startsWith('[')) return { kind: 'noise' }
  try {
    const value: unknown = JSON.parse(text)
    if (isMessage(value)) return { kind: 'message', message: value }
    const messages = Array.isArray(value) ? value.filter(isMessage) : []
    return messages.length > 0 ? { kind: 'batch', messages } : { kind: 'noise' }
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

/** Whether a message asks or tells, and answers nothing. Some servers give their answers a `method` that is null. */
export function isCall(message: JSONRPCMessage): message is JSONRPCRequest | JSONRPCNotification {
  return 'method' in message && typeof message.method === 'string'
}
