import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import { Replies } from '../../src/transport/replies.js'

/** Replies to a server that takes them when told to. */
function slowServer() {
  const sent: JSONRPCMessage[] = []
  const taken: (() => void)[] = []
  const drops: string[] = []
  const replies = new Replies((reply) => {
    sent.push(reply)
    const { promise, resolve } = deferred<void>()
    taken.push(() => resolve())
    return promise
  })
  replies.ondropped = () => void drops.push('dropped')
  const ask = (id: number | string, method = 'ping'): void => replies.answer({ jsonrpc: '2.0', id, method })
  const takeAll = async (): Promise<void> => {
    while (taken.length > 0) {
      for (const take of taken.splice(0)) take()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { sent, drops, ask, takeAll }
}

test('a ping gets a sign of life, and everything else is a method that is not there', () => {
  const { sent, ask } = slowServer()
  ask('a')
  ask(0.5, 'sampling/createMessage')
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 'a', result: {} },
    { jsonrpc: '2.0', id: 0.5, error: { code: -32_601, message: 'Method not found' } },
  ])
  ask('c', 'elicitation/create')
  expect(sent.at(-1)).toMatchObject({
    id: 'c',
    error: { code: -32_601, message: expect.stringMatching(/nobody to ask$/) },
  })
})

test('64 replies are on their way at a time; the others follow in order', async () => {
  const { sent, drops, ask, takeAll } = slowServer()
  for (let id = 0; id < 1_000; id++) ask(id)
  expect(sent).toHaveLength(64)
  await takeAll()
  expect(sent.map((reply) => 'id' in reply && reply.id)).toEqual(Array.from({ length: 1_000 }, (_, id) => id))
  expect(drops).toEqual([])
})

test('beyond 4,096 that wait requests are dropped, which is told once, and later ones are answered', async () => {
  const { sent, drops, ask, takeAll } = slowServer()
  for (let id = 0; id < 20_000; id++) ask(id)
  await takeAll()
  expect({ sent: sent.length, drops }).toEqual({ sent: 64 + 4_096, drops: ['dropped'] })
  ask('later')
  expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'later', result: {} })
})

test('an id of no use, or of a size that fills the host, is not answered', () => {
  const { sent, ask } = slowServer()
  ask('x'.repeat(257))
  ask('x'.repeat(256))
  expect(sent).toHaveLength(1)
})
