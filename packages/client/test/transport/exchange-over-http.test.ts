import type { ServerResponse } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import type { Connection } from '../../src/connection/connection.js'
import { serveHttp } from '../support/http.js'
import { open } from '../support/opening.js'
import { RawServer } from '../support/raw-server.js'
import { anySettings, httpSettings } from '../support/settings.js'

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

test('each call that ends without an answer has its own reason', async () => {
  const big = 'x'.repeat(50_000)
  const url = await serve(({ id, params }, response) => {
    const large = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: big }] } }
    if (params['name'] === 'large') json(response, large)
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
  expect(together[0]).toMatch(/^lab: the response stream broke: a message of over .*; the outcome is unknown/)
})

test.each([
  ['an error that is null', (id: unknown) => ({ jsonrpc: '2.0', id, result: { content: [] }, error: null })],
  ['a `_meta` that is null', (id: unknown) => ({ jsonrpc: '2.0', id, result: { content: [], _meta: null } })],
  ['garbage in its batch', (id: unknown) => [{ garbage: 1 }, { jsonrpc: '2.0', id, result: { content: [] } }]],
])('an answer with %s beside its result is the result, as JSON and as an event', async (_, answer) => {
  const url = await serve(({ id, params }, response) => {
    const sent = answer(id)
    if (params['name'] === 'json') json(response, sent)
    else stream(response, `data: ${JSON.stringify([sent].flat().at(-1))}\n\n`)
  })
  const { connection } = await open(httpSettings(url))
  expect(await call(connection, 'json')).toEqual({ content: [] })
  expect(await call(connection, 'event')).toEqual({ content: [] })
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
