import type { ServerResponse } from 'node:http'

import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openTransport } from '../../src/transport/open-transport.js'
import { serveHttp, type HttpServer, type Seen } from '../support/http.js'
import { httpSettings } from '../support/settings.js'

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } } as const
const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const RESULT: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: { ok: true } }
const CHANGED: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const CUT = `data: ${JSON.stringify({ ...RESULT, result: { first: 'half' } }).slice(0, 40)}`

/** A stream may wait before it is opened again. */
const PATIENT = { timeout: 5_000 }

type Step = (response: ServerResponse) => void

const status =
  (code: number): Step =>
  (response) =>
    void response.writeHead(code).end()
const reset: Step = (response) => void response.destroy()
const stream =
  (text: string): Step =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
const broken =
  (text: string): Step =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(text, () => setTimeout(() => response.destroy(), 20))
const open =
  (text: string): Step =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
const event = (message: JSONRPCMessage, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`
const PRIMED = stream('retry: 100\nid: p0\ndata:\n\n')

/** Plays a script: what a POST gets, and then each GET in turn. The last step is played again and again. */
async function play({ post, gets = [status(405)] }: { post: Step; gets?: readonly Step[] }) {
  let next = 0
  const server = await serveHttp(({ method }, response) => {
    if (method === 'POST') return post(response)
    gets[Math.min(next++, gets.length - 1)]?.(response)
  })
  const told: 'trouble'[] = []
  const { transport, isFatal } = await openTransport(httpSettings(server.origin, { maxMessageBytes: 5_000 }), {
    onStreamTrouble: () => void told.push('trouble'),
    onOversize: () => {},
  })
  const messages: JSONRPCMessage[] = []
  const fatal: Error[] = []
  transport.onmessage = (message) => void messages.push(message)
  const errors: string[] = []
  transport.onerror = (error) => {
    errors.push(error.message)
    if (isFatal?.(error)) fatal.push(error)
  }
  onTestFinished(() => transport.close())
  await transport.start()
  return { server, transport, messages, told, fatal, errors }
}

function getsOf({ seen }: HttpServer): (string | undefined)[] {
  return seen.filter(({ method }) => method === 'GET').map(({ headers }) => headers['last-event-id']?.toString())
}

/** Sends a call and waits for its response, or for the end of its stream. */
async function outcome(script: Parameters<typeof play>[0], message: JSONRPCMessage = CALL) {
  const played = await play(script)
  let ends = 0
  const ended = new Promise<void>((resolve) => {
    const onRequestStreamEnd = (): void => (ends++, resolve())
    void played.transport.send(message, { onRequestStreamEnd })
  })
  await ended
  const { server, messages, told, fatal, errors } = played
  return { messages, told, errors, gets: getsOf(server), fatal: fatal.length, ends, seen: server.seen }
}

describe('a response stream that ends before the response', () => {
  const replay = stream(event(RESULT, 'z'))

  test.each<[string, readonly Step[], readonly string[]]>([
    ['is resumed where it was', [replay], ['p0']],
    [
      'is resumed again behind a stream that brought nothing',
      [stream(': not yet\n\n'), stream(''), replay],
      ['p0', 'p0', 'p0'],
    ],
    ['is resumed from the newest event', [stream('id: p1\ndata:\n\n'), replay], ['p0', 'p1']],
    ['is resumed from the last whole event', [broken(`id: p1\ndata:\n\nid: p2\n${CUT}`), replay], ['p0', 'p1']],
  ])('%s', async (_, gets, ids) => {
    expect(await outcome({ post: PRIMED, gets })).toMatchObject({ messages: [RESULT], gets: ids, told: [] })
  })

  test.each<[string, Step]>([
    ['503', status(503)],
    ['429', status(429)],
    ['a broken connection', reset],
  ])('is resumed again after %s', async (_, step) => {
    expect(await outcome({ post: PRIMED, gets: [step, replay] })).toMatchObject({
      messages: [RESULT],
      gets: ['p0', 'p0'],
      told: ['trouble'],
    })
  })

  test.each([
    [400, ['trouble'], 0],
    [403, ['trouble'], 0],
    [404, ['trouble'], 0],
    [204, [], 0],
    [405, [], 0],
    [401, [], 1],
  ])('is over when the server answers %d to the resumption', async (code, told, fatal) => {
    expect(await outcome({ post: PRIMED, gets: [status(code)] })).toMatchObject({
      messages: [],
      gets: ['p0'],
      told,
      fatal,
      ends: 1,
    })
  })

  test.each<[string, Step]>([
    ['without an id', stream('retry: 1\ndata:\n\n')],
    ['with an id whose event did not end', stream('id: p0\n')],
    ['after the response', stream(`id: p0\n${event(RESULT)}`)],
  ])('is not resumed %s', async (_, post) => {
    expect(await outcome({ post, gets: [replay] })).toMatchObject({ gets: [], ends: 1 })
  })

  test('is not resumed under revision 2026-07-28, whatever ids it has', async () => {
    const call = { ...CALL, params: { ...CALL.params, _meta: MODERN } }
    expect(await outcome({ post: PRIMED, gets: [replay] }, call)).toMatchObject({ messages: [], gets: [], ends: 1 })
  })

  test('is not resumed when an event was too large: it would come again', async () => {
    const huge = stream(`id: p0\ndata:\n\nid: p1\ndata: ${'x'.repeat(6_000)}\n\n`)
    const { errors, gets, ends } = await outcome({ post: huge, gets: [replay] })
    expect({ errors, gets, ends }).toEqual({
      errors: [expect.stringMatching(/: lab: a message of over \d+ bytes exceeds maxMessageBytes \(5000\)$/)],
      gets: [],
      ends: 1,
    })
  })

  test('asks with the headers of the call, in the session that the response began', async () => {
    const post: Step = (response) => {
      response.setHeader('mcp-session-id', 's1')
      PRIMED(response)
    }
    const { seen } = await outcome({ post, gets: [replay] })
    const resumption: Partial<Seen> = seen.find(({ method }) => method === 'GET') ?? {}
    expect(resumption.headers).toMatchObject({ accept: 'text/event-stream', 'mcp-session-id': 's1' })
    expect(resumption.headers).not.toHaveProperty('content-type')
  })

  test('does not slow down another one: each has a count and a wait of its own', async () => {
    const waiting = new Map<string, string>()
    const server = await serveHttp(({ method, headers, body }, response) => {
      if (method === 'POST') {
        const { id } = JSON.parse(body)
        waiting.set(`e${id}`, event({ ...RESULT, id }))
        return stream(`retry: 100\nid: e${id}\ndata:\n\n`)(response)
      }
      stream(waiting.get(String(headers['last-event-id'])) ?? '')(response)
    })
    const { transport } = await openTransport(httpSettings(server.origin), {
      onStreamTrouble: () => {},
      onOversize: () => {},
    })
    onTestFinished(() => transport.close())
    await transport.start()
    const ids = Array.from({ length: 12 }, (_, id) => id)
    const answered = new Set<unknown>()
    const all = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        answered.add('id' in message && message.id)
        if (answered.size === ids.length) resolve()
      }
    })
    await Promise.all(ids.map((id) => transport.send({ ...CALL, id })))
    await all
    expect(new Set(getsOf(server))).toEqual(new Set(ids.map((id) => `e${id}`)))
    expect(getsOf(server)).toHaveLength(ids.length)
  })
})

describe('the notification stream', () => {
  const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
  const alive = open(event(CHANGED))

  async function notified(gets: readonly Step[], taken = 202) {
    const played = await play({ post: status(taken), gets })
    await played.transport.send(INITIALIZED)
    return played
  }

  test.each([200, 202, 204])('is opened when the server took the handshake with %d', async (taken) => {
    const { messages } = await notified([alive], taken)
    await expect.poll(() => messages, PATIENT).toEqual([CHANGED])
  })

  test.each<[string, Step, readonly string[]]>([
    ['a broken connection', reset, ['trouble']],
    ['404', status(404), ['trouble']],
    ['503', status(503), ['trouble']],
    ['a stream that ends', stream(''), []],
    ['a page for people', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), []],
  ])('is opened again when the first one was %s', async (_, step, told) => {
    const played = await notified([step, alive])
    await expect.poll(() => played.messages, PATIENT).toEqual([CHANGED])
    expect({ told: played.told, fatal: played.fatal }).toEqual({ told, fatal: [] })
  })

  test('is opened again from the last event, and an event that was cut off does not spoil the next one', async () => {
    const { server, messages } = await notified([broken(`retry: 100\nid: n1\ndata:\n\nid: n2\n${CUT}`), alive])
    await expect.poll(() => messages, PATIENT).toEqual([CHANGED])
    expect(getsOf(server)).toEqual([undefined, 'n1'])
  })

  test('is opened anew after an event that was too large', async () => {
    const huge = stream(`retry: 100\nid: n1\ndata:\n\ndata: ${'x'.repeat(6_000)}\n\n`)
    const { server, messages, told } = await notified([huge, alive])
    await expect.poll(() => messages, PATIENT).toEqual([CHANGED])
    expect({ gets: getsOf(server), told }).toEqual({ gets: [undefined, undefined], told: [] })
  })

  test('is opened again also after a response came on it, where none belongs', async () => {
    const { messages } = await notified([stream(`retry: 100\n${event(RESULT)}`), alive])
    await expect.poll(() => messages, PATIENT).toEqual([RESULT, CHANGED])
  })

  test.each([
    [401, true],
    [405, false],
    [204, false],
  ])('is not asked for again after %d (the end of the connection: %s)', async (code, fatal) => {
    const first = await notified([status(code), alive])
    await expect.poll(() => first.fatal.length > 0, PATIENT).toBe(fatal)
    const later = await notified([stream('retry: 100\n\n'), status(code), alive])
    await expect.poll(() => getsOf(later.server), PATIENT).toHaveLength(2)
    await expect.poll(() => later.fatal.length > 0, PATIENT).toBe(fatal)
    expect([...first.messages, ...later.messages, ...first.told, ...later.told]).toEqual([])
  })
})

describe('a request', () => {
  test.each<[string, Step, string]>([
    ['202', status(202), 'the server answered HTTP 202 without a response'],
    ['204', status(204), 'the server answered HTTP 204 without a response'],
    [
      'an empty batch',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
      'the body of the answer holds no response',
    ],
  ])('that is answered with %s fails at once', async (_, post, what) => {
    const { transport } = await play({ post })
    await expect(transport.send(CALL)).rejects.toMatchObject({
      code: 'unreachable',
      message: `lab: ${what}`,
    })
  })

  test('is answered over a quiet stream whose lines end with CR', async () => {
    const { transport, messages } = await play({ post: open(event(RESULT).replaceAll('\n', '\r')) })
    await transport.send(CALL)
    await expect.poll(() => messages, PATIENT).toEqual([RESULT])
  })
})
