import { fileURLToPath } from 'node:url'

import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client'

import type { Offer } from './offer.js'
import { type Answer, PayloadServer } from './payload-server.js'
import { readRequest } from './wire.js'

export type Era = 'legacy' | 'modern'

/** A server that a contender connects to. */
export type Target =
  | {
      readonly kind: 'stdio'
      readonly era: Era
      readonly command: string
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'memory'; readonly era: 'legacy'; readonly connect: () => InMemoryTransport }

export type StdioTarget = Extract<Target, { kind: 'stdio' }>
export type MemoryTarget = Extract<Target, { kind: 'memory' }>

export function payloadOverStdio(offer: Partial<Offer> = {}): StdioTarget {
  const { tools = 0, outputSchemas = false, modern = false } = offer
  // From dist also when this file runs as source, in a test.
  const script = fileURLToPath(new URL('../../dist/servers/payload-stdio.js', import.meta.url))
  const switches = [...(outputSchemas ? ['--output-schemas'] : []), ...(modern ? ['--modern'] : [])]
  return {
    kind: 'stdio',
    era: modern ? 'modern' : 'legacy',
    command: process.execPath,
    args: [script, '--tools', String(tools), ...switches],
  }
}

const PLAIN: Offer = { tools: 0, outputSchemas: false, churn: false, modern: false, label: '' }

/** A server in this process. Each connection gets it from its own end of a pair. */
export function payloadInMemory(offer: Partial<Offer> = {}): MemoryTarget {
  const server = new PayloadServer({ ...PLAIN, ...offer })
  return { kind: 'memory', era: 'legacy', connect: () => serve(server) }
}

function serve(server: PayloadServer): InMemoryTransport {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
  serverEnd.onmessage = (message) => {
    const request = readRequest(message)
    if (request === undefined) return
    const answer = server.answer(request.method, request.params)
    // Not within the client's own send: no server answers before it has been asked.
    queueMicrotask(() => void serverEnd.send(response(request.id, answer)))
  }
  server.onChange = () => void serverEnd.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  void serverEnd.start()
  return clientEnd
}

function response(id: string | number, answer: Answer): JSONRPCMessage {
  if ('error' in answer) return { jsonrpc: '2.0', id, error: answer.error }
  return { jsonrpc: '2.0', id, result: { ...answer.result } }
}
