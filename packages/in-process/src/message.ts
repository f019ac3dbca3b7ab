import type { JSONRPCMessage } from '@modelcontextprotocol/server'

/** Whether a value has the envelope of a message. What the envelope holds is looked at by whoever takes it. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false
  return ('method' in value && typeof value.method === 'string') || ('id' in value && isAnswer(value))
}

function isAnswer(value: object): boolean {
  return 'result' in value || 'error' in value
}
