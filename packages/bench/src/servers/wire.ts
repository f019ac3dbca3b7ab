export interface WireRequest {
  readonly id: string | number
  readonly method: string
  readonly params: unknown
}

/** A JSON-RPC request, or `undefined` for everything else. */
export function readRequest(message: unknown): WireRequest | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message) || !('method' in message)) return undefined
  const { id, method } = message
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return undefined
  return { id, method, params: 'params' in message ? message.params : undefined }
}
