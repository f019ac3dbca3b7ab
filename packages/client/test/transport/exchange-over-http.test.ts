import type { ServerResponse } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import type { Connection } from '../../src/connection/connection.js'
import { serveHttp } from '../support/http.js'
import { open } from '../support/opening.js'
import { RawServer } from '../support/raw-server.js'
import { anySettings, httpSettings } from '../support/settings.js'

const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'raw', version: '1.0.0' },
}

interface Asked {
  readonly id: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A server of the older revisions that answers all but the handshake as told. */
async function serve(answer: (asked: Asked, response: ServerResponse) => void, odd: object = {}): Promise<string> {
  const { origin } = await serveHttp((seen, response) => {
    if (seen.method !== 'POST') return response.writeHead(405).end()
    const asked: Asked = JSON.parse(seen.body)
    if (asked.method === 'server/discover') return response.writeHead(400).end()
    if (asked.method === 'initialize')
      return json(response, { jsonrpc: '2.0', id: asked.id, result: handshake, ...odd })
    if (asked.method === 'notifications/initialized') return response.writeHead(202).end()
    answer(asked, response)
  })
  return origin
}

function json(response: ServerResponse, message: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

function stream(response: ServerResponse, data: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(data)
}

/** The first event has an id, so the SDK would open the stream again. */
function later(response: ServerResponse, data: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('id: p0\ndata:\n\n', () => setTimeout(() => response.end(data), 20))
}

function call(connection: Connection, name = 'x', signal = new AbortController().signal): Promise<unknown> {
  return connection.request({ method: 'tools/call', params: { name } }, { signal })
}

test('a cancelled call lets go of its connection, and so does its cancellation, although the server answers neither', async () => {
  const abandoned: string[] = []
  const [called, all] = [deferred<void>(), deferred<void>()]
  const url = await serve(({ method }, response) => {
    response.on('close', () => {
      abandoned.push(method)
      if (abandoned.length === 2) all.resolve()
    })
    if (method === 'tools/call') called.resolve()
  })
  const { connection } = await open(httpSettings(url))
  const abort = new AbortController()
  const answer = call(connection, 'x', abort.signal)
  await called.promise
  abort.abort('enough')
  await expect(answer).rejects.toThrow('enough')
  await all.promise
  expect(abandoned.toSorted()).toEqual(['notifications/cancelled', 'tools/call'])
})

test('a call that was answered lets go of its connection, although the server does not end the stream', async () => {
  const ended = deferred<void>()
  const url = await serve(({ id }, response) => {
    response.on('close', () => ended.resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`)
  })
  const { connection } = await open(httpSettings(url))
  expect(await call(connection)).toEqual({ content: [] })
  await ended.promise
})

test('each call that ends without an answer has its own reason', async () => {
  const big = 'x'.repeat(50_000)
  const url = await serve(({ id, params }, response) => {
    const large = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: big }] } }
    if (params['name'] === 'large') json(response, large)
    else if (params['name'] === 'large later') later(response, `data: ${JSON.stringify(large)}\n\n`)
    else stream(response, params['name'] === 'large event' ? `data: ${JSON.stringify(large)}\n\n` : ': nothing\n\n')
  })
  const { connection } = await open(httpSettings(url, { maxMessageBytes: 20_000 }))
  const reason = (name: string): Promise<string> => call(connection, name).then(String, ({ message }: Error) => message)
  const tooLarge = /a message of over \d+ bytes exceeds maxMessageBytes \(20000\)/
  const ended = /^lab: the response stream ended without the response;/
  expect(await reason('large')).toMatch(tooLarge)
  expect(await reason('nothing')).toMatch(ended)
  const together = await Promise.all(['large event', 'nothing', 'large event', 'nothing'].map(reason))
  expect(together.map((text) => [tooLarge.test(text), ended.test(text)])).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
  ])
  expect(await reason('large later')).toMatch(tooLarge)
  expect(together[0]).toMatch(/^lab: the response stream broke: a message of over .*; the outcome is unknown/)
})

test.each([
  ['an error that is null', (id: unknown) => ({ jsonrpc: '2.0', id, result: { content: [] }, error: null })],
  ['a `_meta` that is null', (id: unknown) => ({ jsonrpc: '2.0', id, result: { content: [], _meta: null } })],
  ['a member too many', (id: unknown) => ({ jsonrpc: '2.0', id, result: { content: [] }, took: 5 })],
  ['garbage in its batch', (id: unknown) => [{ garbage: 1 }, { jsonrpc: '2.0', id, result: { content: [] } }]],
  ['a notification in its batch', (id: unknown) => [CHANGED, { jsonrpc: '2.0', id, result: { content: [] } }]],
])('an answer with %s beside its result is the result, as JSON and as an event, short or long', async (_, answer) => {
  const text = 'x'.repeat(100_000)
  const url = await serve(({ id, params }, response) => {
    const short = JSON.stringify(answer(id))
    const sent = params['name'] === 'long' ? short.replace('[]', `["${text}"]`) : short
    if (asJson) response.writeHead(200, { 'content-type': 'application/json' }).end(sent)
    else stream(response, `data: ${sent}\n\n`)
  })
  const { connection } = await open(httpSettings(url))
  let asJson = true
  for (asJson of [true, false]) {
    expect(await call(connection, 'short')).toMatchObject({ content: [] })
    expect(await call(connection, 'long')).toMatchObject({ content: [text] })
  }
})

test('an error of any size is an error, whatever its shape', async () => {
  const message = 'x'.repeat(100_000)
  const url = await serve(({ id }, response) => json(response, { jsonrpc: '2.0', id, error: { code: 'E', message } }))
  const { connection } = await open(httpSettings(url))
  await expect(call(connection)).rejects.toMatchObject({ code: 'protocol', cause: { code: -32_603 } })
})

test('a handshake with an error and a `_meta` that are null is one', async () => {
  const url = await serve(() => {}, { result: { ...handshake, instructions: null, _meta: null }, error: null })
  expect((await open(httpSettings(url))).connection).toMatchObject({ revision: '2025-11-25', instructions: '' })
})

test('requests of a server that come faster than their answers go are dropped, with one warning', async () => {
  const server = new RawServer({})
  onTestFinished(() => server.close())
  const { warnings } = await open(anySettings(), { transport: () => server.transport })
  for (let id = 0; id < 20_000; id++) void server.send({ jsonrpc: '2.0', id, method: 'ping' })
  await expect.poll(() => server.received.length).toBeGreaterThan(4_096)
  expect(warnings).toEqual(['it asks faster than it takes the answers; some of its requests are not answered'])
})
