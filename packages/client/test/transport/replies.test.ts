import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import type { OnElicitation } from '../../src/elicitation/elicitation.js'
import { ServerQuestions } from '../../src/elicitation/server-questions.js'
import { Replies } from '../../src/transport/replies.js'
import { ADA, ASK_NAME, elicitorWith } from '../support/questions.js'

/** Replies to a server that takes them when told to. */
function slowServer() {
  const sent: JSONRPCMessage[] = []
  const taken: (() => void)[] = []
  const drops: string[] = []
  const replies = new Replies((reply) => {
    sent.push(reply)
    const { promise, resolve } = deferred<boolean>()
    taken.push(() => resolve(true))
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

/** Asks once in the course of a call, after `flood` other requests, of a server that takes nothing in time. */
async function lost(handler: OnElicitation, flood = 0) {
  const sent: unknown[] = []
  const told: string[] = []
  const replies = new Replies(async (reply, ms) => {
    sent.push(['result' in reply ? reply.result : 'error', ms])
    return false
  })
  replies.onlost = () => void told.push('lost')
  replies.ondropped = () => void told.push('dropped')
  replies.questions = new ServerQuestions(elicitorWith(handler).elicitor)
  const call = { tool: 't', signal: new AbortController().signal, hold: () => () => {} }
  await replies.questions.during(call, async () => {
    replies.answer({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: ASK_NAME })
    for (let id = 0; id < flood; id++) replies.answer({ jsonrpc: '2.0', id, method: 'ping' })
    await new Promise((resolve) => setImmediate(resolve))
  })
  return { sent, told }
}

test('what a person answered is given 30 s, and it is told when it is lost', async () => {
  expect(await lost(() => ADA)).toEqual({ sent: [[ADA, 30_000]], told: ['lost'] })
  expect(await lost(() => ({ action: 'decline' }))).toEqual({ sent: [[{ action: 'decline' }, 30_000]], told: ['lost'] })
  expect(await lost(() => ({ action: 'cancel' }))).toEqual({ sent: [[{ action: 'cancel' }, undefined]], told: [] })
})

test('what a person answered is not dropped with what came too fast', async () => {
  const { sent, told } = await lost(() => ADA, 20_000)
  expect(sent.filter((one) => Array.isArray(one) && one[1] === 30_000)).toEqual([[ADA, 30_000]])
  expect(told).toEqual(['dropped', 'lost'])
})

test('an id of no use, or of a size that fills the host, is not answered', () => {
  const { sent, ask } = slowServer()
  ask('x'.repeat(257))
  ask('x'.repeat(256))
  expect(sent).toHaveLength(1)
})
