import { describe, expect, test } from 'vitest'

import type { ElicitationAnswer, ElicitationRequest, McpServer, OnElicitation } from '../../src/index.js'
import { ADA, ASK_NAME, textOf } from '../support/questions.js'
import { RawServer, SILENT } from '../support/raw-server.js'
import { connect } from '../support/servers.js'
import { eventually } from '@harness-mcp/lab'

const TOOLS = {
  tools: [
    { name: 'a', inputSchema: { type: 'object' } },
    { name: 'b', inputSchema: { type: 'object' } },
  ],
}

/** A server of an older revision whose calls stay open until `finish`, and a person who answers when told to. */
async function asking(onElicitation?: OnElicitation) {
  const raw = new RawServer({ 'tools/list': () => TOOLS, 'tools/call': () => SILENT })
  const asked: ElicitationRequest[] = []
  const answers: ((answer: ElicitationAnswer) => void)[] = []
  const person: OnElicitation = (request) => {
    asked.push(request)
    return new Promise((resolve) => answers.push(resolve))
  }
  const options = { transport: () => raw.transport, onElicitation: onElicitation ?? person }
  const server = await connect({ command: 'unused', args: [] }, { reconnect: { enabled: false } }, options)
  const ask = (id: number | string, params: unknown = ASK_NAME): Promise<void> =>
    raw.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params })
  return {
    raw,
    server,
    asked,
    answers,
    ask,
    call: (name: string, signal?: AbortSignal) => begin(raw, server, name, signal),
  }
}

/** A call that is under way, and how the server ends it. */
async function begin(raw: RawServer, server: McpServer, name: string, signal?: AbortSignal) {
  const sent = (): unknown[] =>
    raw.received.flatMap((message) =>
      'method' in message && 'id' in message && message.method === 'tools/call' ? [message.id] : [],
    )
  const before = sent().length
  const outcome = server.call(`mcp__s__${name}`, {}, { signal })
  outcome.catch(() => {})
  await eventually('the call', () => sent().length > before)
  const id = sent().at(-1)
  const finish = (): Promise<void> =>
    raw.send({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } })
  return { outcome, finish }
}

/** What the server was answered, by the id of its question. */
function repliesTo(raw: RawServer): unknown[] {
  return raw.received.flatMap((message) => {
    if ('method' in message || !('id' in message)) return []
    return [[message.id, 'result' in message ? message.result : message.error.code]]
  })
}

describe('a question of a server', () => {
  test('outside of any call reaches nobody', async () => {
    const { raw, asked, ask } = await asking()
    await ask('early')
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect({ replies: repliesTo(raw), asked }).toEqual({ replies: [['early', -32_600]], asked: [] })
  })

  test('in the course of the only call has the name of its tool, and keeps the call waiting', async () => {
    const { raw, asked, answers, ask, call } = await asking()
    const { outcome, finish } = await call('b')
    await ask(7)
    expect(asked).toMatchObject([{ server: 's', tool: 'b', message: 'Who are you?' }])
    answers[0]?.(ADA)
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect(repliesTo(raw)).toEqual([[7, ADA]])
    await finish()
    expect(textOf(await outcome)).toBe('done')
    expect(asked[0]?.signal.aborted).toBe(false)
  })

  test('while several calls are under way names none, and lives as long as one of them', async () => {
    const { raw, asked, ask, call } = await asking()
    const first = await call('a')
    const second = await call('b')
    await ask(1)
    expect(asked.map((request) => 'tool' in request)).toEqual([false])
    await first.finish()
    await first.outcome
    expect(asked[0]?.signal.aborted).toBe(false)
    await second.finish()
    await second.outcome
    expect(asked[0]?.signal.aborted).toBe(true)
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect(repliesTo(raw)).toEqual([[1, { action: 'cancel' }]])
  })

  test('that the server takes back is withdrawn from the person, and not answered', async () => {
    const { raw, asked, answers, ask, call } = await asking()
    const { outcome, finish } = await call('a')
    await ask('x')
    await raw.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } })
    expect(asked[0]?.signal.aborted).toBe(true)
    answers[0]?.(ADA)
    await raw.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: { deep: 1 } } })
    await finish()
    await outcome
    expect(repliesTo(raw)).toEqual([])
  })

  test('of a call that is cancelled is withdrawn and answered with cancel', async () => {
    const abort = new AbortController()
    const { raw, asked, ask, call } = await asking()
    const { outcome } = await call('a', abort.signal)
    await ask(1)
    abort.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect([asked[0]?.signal.aborted, ...repliesTo(raw)]).toEqual([true, [1, { action: 'cancel' }]])
  })

  test('ends with the connection, and the call is not sent again', async () => {
    const { raw, asked, ask, call } = await asking()
    const { outcome } = await call('a')
    await ask(1)
    await raw.close()
    expect(await outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  test('is withdrawn when the server is closed, and what it asks on its way out reaches nobody', async () => {
    const { raw, server, asked, ask, call } = await asking()
    const { outcome } = await call('a')
    await ask(1)
    const close = raw.transport.close.bind(raw.transport)
    let withdrawn: boolean | undefined
    raw.transport.close = async () => {
      withdrawn ??= asked[0]?.signal.aborted
      await ask(2)
      await eventually('the replies', () => repliesTo(raw).length === 2)
      await close()
    }
    await server.close()
    expect(await outcome).toMatchObject({ code: 'outcome-unknown' })
    expect({ withdrawn, asked: asked.length }).toEqual({ withdrawn: true, asked: 1 })
    expect(repliesTo(raw)).toHaveLength(2)
    expect(repliesTo(raw)).toEqual(
      expect.arrayContaining([
        [1, { action: 'cancel' }],
        [2, -32_600],
      ]),
    )
  })

  test.each([
    ['a URL', { mode: 'url', message: 'go', url: 'https://example.org', elicitationId: '1' }],
    ['a nested form', { message: 'x', requestedSchema: { type: 'object', properties: { o: { type: 'object' } } } }],
    ['nothing', null],
  ])('that is %s is invalid, and shown to nobody', async (_, params) => {
    const { raw, asked, ask, call } = await asking()
    await call('a')
    await ask(1, params)
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect({ replies: repliesTo(raw), asked }).toEqual({ replies: [[1, -32_602]], asked: [] })
  })

  test('with the id of an open one is refused', async () => {
    const { raw, asked, ask, call } = await asking()
    await call('a')
    await ask(1)
    await ask(1)
    await eventually('the reply', () => repliesTo(raw).length === 1)
    expect({ replies: repliesTo(raw), asked: asked.length }).toEqual({ replies: [[1, -32_600]], asked: 1 })
  })

  test('is the 20th of a call at most', async () => {
    let asked = 0
    const { raw, ask, call } = await asking(() => (asked++, ADA))
    await call('a')
    for (let id = 0; id < 25; id++) await ask(id)
    await eventually('the reply', () => repliesTo(raw).length === 25)
    expect(asked).toBe(20)
    expect(repliesTo(raw).filter((reply) => Array.isArray(reply) && reply[1] === -32_600)).toHaveLength(5)
  })
})

test('what is declared is what is answered: forms alone, and nothing without a handler', async () => {
  const { raw } = await asking()
  expect(raw.asked('initialize')).toMatchObject([{ capabilities: { elicitation: { form: {} } } }])
  const silent = new RawServer({ 'tools/list': () => TOOLS })
  await connect({ command: 'unused', args: [] }, {}, { transport: () => silent.transport })
  const [handshake] = silent.asked('initialize')
  expect(handshake).toMatchObject({ capabilities: {} })
  expect(JSON.stringify(handshake)).not.toMatch(/elicitation/)
})
