import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

import { Deadline } from '../abort.js'

/** What a server gets to take a message that asks for nothing, where each is a request of its own, in ms. */
const TELL_MS = 1_000

/**
 * Sends what asks for nothing. Over HTTP it ends after `ms`, and rejects then: a server that does not even answer the request
 * that carries it would keep one connection for each.
 */
export async function tell(transport: Transport, message: JSONRPCMessage, ms = TELL_MS): Promise<void> {
  const late = transport.hasPerRequestStream ? new Deadline(ms, () => new Error('it was not taken in time')) : undefined
  try {
    await transport.send(message, late && { requestSignal: late.signal })
  } finally {
    late?.clear()
  }
}
