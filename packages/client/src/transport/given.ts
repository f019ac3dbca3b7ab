import type { Transport } from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'
import type { MakeTransport } from './transport.js'

/** The transport that a program brings, looked at before it is trusted to be one. */
export async function givenTransport(server: string, make: MakeTransport): Promise<Transport> {
  const transport: unknown = await make()
  if (isTransport(transport)) return transport
  throw clientError('invalid-config', { server, message: 'the given transport has no start(), send() and close()' })
}

function isTransport(value: unknown): value is Transport {
  if (typeof value !== 'object' || value === null) return false
  const has = (name: string): boolean => typeof Reflect.get(value, name) === 'function'
  return has('start') && has('send') && has('close')
}
