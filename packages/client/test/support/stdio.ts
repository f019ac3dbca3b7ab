import type { Command } from '@harness-mcp/lab'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

import { deferred } from '../../src/deferred.js'
import { StdioTransport } from '../../src/transport/stdio.js'
import { stdioSettings } from './settings.js'

/** A program on Node, as a server's command. */
export function program(source: string, ...args: string[]): Command {
  return { command: process.execPath, args: ['-e', source, ...args] }
}

export interface Watched {
  readonly transport: StdioTransport
  readonly messages: JSONRPCMessage[]
  readonly errors: Error[]
  /** How often the transport said that it closed. */
  readonly closes: () => number
  readonly closed: Promise<void>
  /** The next message that no earlier call of this has given. */
  readonly next: () => Promise<JSONRPCMessage>
}

/** A transport of which everything it reports is kept. It goes with the test. */
export function watch(command: Command, extra: Readonly<Record<string, unknown>> = {}): Watched {
  const transport = new StdioTransport(stdioSettings(command, extra))
  const messages: JSONRPCMessage[] = []
  const errors: Error[] = []
  const closed = deferred<void>()
  let closes = 0
  let given = 0
  let arrived = deferred<void>()
  transport.onmessage = (message) => {
    messages.push(message)
    arrived.resolve()
    arrived = deferred()
  }
  transport.onerror = (error) => void errors.push(error)
  transport.onclose = () => {
    closes++
    closed.resolve()
  }
  const next = async (): Promise<JSONRPCMessage> => {
    const mine = given++
    for (let message = messages[mine]; ; message = messages[mine]) {
      if (message) return message
      await arrived.promise
    }
  }
  onTestFinished(() => transport.close().catch(() => {}))
  return { transport, messages, errors, closed: closed.promise, closes: () => closes, next }
}

export function request(id: number, method: string, params: Readonly<Record<string, unknown>> = {}): JSONRPCMessage {
  return { jsonrpc: '2.0', id, method, params }
}

/** `initialize` as the SDK sends it. */
export const INITIALIZE: JSONRPCMessage = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
})
