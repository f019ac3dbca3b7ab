import { labServer, startLegacyHttp, startModernHttp } from '@harness-mcp/lab'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { ElicitationRequest, McpServer, OnElicitation } from '../../src/index.js'
import { textOf } from '../support/questions.js'
import { connect, type Place } from '../support/servers.js'

/** The same tool on both lines of the SDK: an older revision asks by a request, 2026-07-28 by a result. */
const SERVERS: [string, 'legacy' | 'modern', () => Promise<Place>][] = [
  ['the first SDK line over stdio', 'legacy', async () => labServer('legacy-stdio', '--asks')],
  ['the first SDK line over HTTP', 'legacy', () => served(startLegacyHttp({ asks: true }))],
  ['the current SDK over stdio', 'modern', async () => labServer('modern-stdio', '--asks')],
  ['the current SDK over HTTP', 'modern', () => served(startModernHttp({ asks: true }))],
]

async function served(starting: Promise<{ url: string; close: () => Promise<void> }>): Promise<Place> {
  const { url, close } = await starting
  onTestFinished(close)
  return { url }
}

function asking(place: Place, onElicitation?: OnElicitation): Promise<McpServer> {
  return connect(place, {}, { onElicitation })
}

describe.each(SERVERS)('a server of %s', (_, era, start) => {
  test('asks a person in the middle of a call, and gets the answer with the defaults', async () => {
    const asked: ElicitationRequest[] = []
    const server = await asking(await start(), (request) => {
      asked.push(request)
      return { action: 'accept', content: { name: 'Ada', count: 3 } }
    })
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(server.snapshot().era).toBe(era)
    expect(JSON.parse(textOf(outcome))).toMatchObject({
      what: 'tea',
      answer: { action: 'accept', content: { name: 'Ada', count: 3, gift: false, colour: 'green' } },
    })
    const [request] = asked
    expect(asked).toHaveLength(1)
    expect(request).toMatchObject({
      server: 's',
      tool: 'order',
      message: 'What shall be sent, and where?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 2 },
          count: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
          gift: { type: 'boolean', default: false },
          colour: {
            type: 'string',
            oneOf: [
              { const: 'red', title: 'red' },
              { const: 'green', title: 'green' },
            ],
            default: 'green',
          },
        },
        required: ['name'],
      },
    })
    expect(Object.isFrozen(request) && Object.isFrozen(request?.requestedSchema.properties['colour'])).toBe(true)
  })

  test.each(['decline', 'cancel'] as const)('is told of %s, without content', async (action) => {
    const server = await asking(await start(), () => ({ action }))
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(JSON.parse(textOf(outcome)).answer).toEqual({ action })
  })

  test('gets nothing of a wrong answer, and the program is told what was wrong', async () => {
    const errors: string[] = []
    const logger = { info: () => {}, warn: () => {}, error: (message: string) => void errors.push(message) }
    const onElicitation: OnElicitation = () => ({ action: 'accept', content: { name: 'Ada', count: 77 } })
    const server = await connect(await start(), {}, { onElicitation, logger })
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(JSON.parse(textOf(outcome)).answer).toEqual({ action: 'cancel' })
    expect(errors).toEqual([
      's: onElicitation answered wrongly (content.count: expected 9 at most); the server was told that the question was cancelled',
    ])
    expect(server.snapshot().state).toBe('ready')
  })

  test('fails readably, and asks nobody, where the program takes no questions', async () => {
    const server = await asking(await start())
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(outcome.isError).toBe(true)
    expect(textOf(outcome)).toMatch(/elicit|does not offer/i)
    expect(await server.call('mcp__s__echo', { text: 'on' })).toMatchObject({ isError: false })
  })

  test('lets go of a call that is cancelled while nobody answers', async () => {
    const { server, abort, signal, outcome } = await silentPerson(await start())
    abort.abort(new Error('enough'))
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    expect(signal().aborted).toBe(true)
    expect(await server.call('mcp__s__echo', { text: 'on' })).toMatchObject({ isError: false })
  })

  test('waits for a person longer than for a server', async () => {
    const server = await connect(
      await start(),
      { toolCallTimeoutMs: 150 },
      { onElicitation: () => new Promise((resolve) => setTimeout(resolve, 500, { action: 'decline' })) },
    )
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(JSON.parse(textOf(outcome)).answer).toEqual({ action: 'decline' })
  })

  test('waits for nobody longer than maxTotalTimeoutMs', async () => {
    const signals: AbortSignal[] = []
    const onElicitation: OnElicitation = ({ signal }) => (signals.push(signal), new Promise(() => {}))
    const server = await connect(await start(), { toolCallTimeoutMs: 300, maxTotalTimeoutMs: 400 }, { onElicitation })
    const outcome = await server.call('mcp__s__order', { what: 'tea' })
    expect(outcome).toMatchObject({ isError: true, code: 'timeout' })
    expect(textOf(outcome)).toMatch(/maxTotalTimeoutMs/)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

/** A call whose person has been asked and says nothing. */
async function silentPerson(place: Place) {
  const abort = new AbortController()
  let seen: AbortSignal | undefined
  const asked = new Promise<void>((resolve) => {
    connected = asking(place, ({ signal }) => {
      seen = signal
      resolve()
      return new Promise(() => {})
    })
  })
  const server = await connected
  const outcome = server.call('mcp__s__order', { what: 'tea' }, { signal: abort.signal })
  outcome.catch(() => {})
  await asked
  return { server, abort, outcome, signal: () => seen ?? AbortSignal.abort() }
}

let connected: Promise<McpServer>
