import type { Transport } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'

import { openLine } from '../src/line.js'
import { deferred } from './support/deferred.js'

const note = { jsonrpc: '2.0', method: 'note' } as const

/** Both ends, as the SDK sees them, with what each has heard. */
async function line() {
  const ends: Transport[] = []
  const client: Transport = openLine(async (end) => void ends.push(end))
  const heard: string[] = []
  client.onmessage = (message) => void heard.push(`client ${JSON.stringify(message)}`)
  client.onclose = () => void heard.push('client closed')
  await client.start()
  const [server] = ends
  if (server === undefined) throw new Error('nobody serves')
  server.onmessage = (message) => void heard.push(`server ${JSON.stringify(message)}`)
  server.onclose = () => void heard.push('server closed')
  await server.start()
  return { client, server, heard }
}

test('messages arrive in order, after the sender has gone on', async () => {
  const { client, server, heard } = await line()
  const sent = [
    client.send({ ...note, params: { n: 1 } }),
    server.send(note),
    client.send({ ...note, params: { n: 2 } }),
  ]
  expect(heard).toEqual([])
  await Promise.all(sent)
  expect(heard).toEqual([
    'server {"jsonrpc":"2.0","method":"note","params":{"n":1}}',
    'client {"jsonrpc":"2.0","method":"note"}',
    'server {"jsonrpc":"2.0","method":"note","params":{"n":2}}',
  ])
})

test.each(['client', 'server'] as const)('the %s closing ends both sides, once', async (side) => {
  const ends = await line()
  await ends[side].close()
  await ends.client.close()
  await ends.server.close()
  expect(ends.heard.toSorted()).toEqual(['client closed', 'server closed'])
  await expect(ends.client.send(note)).rejects.toThrow('the connection is closed')
  await expect(ends.server.send(note)).rejects.toThrow('the connection is closed')
})

test('what is under way when the line is closed is not delivered', async () => {
  const { client, heard } = await line()
  const sent = client.send(note)
  await client.close()
  await sent
  expect(heard).toEqual(['client closed', 'server closed'])
})

test('a receiver that throws is told so, and the sender is not', async () => {
  const { client, server } = await line()
  const told = deferred<Error>()
  server.onerror = told.resolve
  server.onmessage = () => {
    throw new Error('bad day')
  }
  await client.send(note)
  expect((await told.promise).message).toBe('bad day')
})

test('an answer that is no JSON becomes an error that says so', async () => {
  const { server, heard } = await line()
  await server.send({ jsonrpc: '2.0', id: 4, result: { n: 1n } })
  await Promise.resolve()
  const message = "the server's answer cannot be written as JSON: Do not know how to serialize a BigInt"
  expect(heard).toEqual([`client ${JSON.stringify({ jsonrpc: '2.0', id: 4, error: { code: -32603, message } })}`])
})

test('a transport lives once', async () => {
  const { client } = await line()
  await expect(client.start()).rejects.toThrow('a transport lives once')
})

test('nothing is served on a transport that was closed before its start, and none is kept that is closed during it', async () => {
  const served: string[] = []
  const early = openLine(async () => void served.push('early'))
  await early.close()
  await expect(early.start()).rejects.toThrow('the connection is closed')
  const during = openLine(async () => {
    served.push('during')
    await during.close()
  })
  await expect(during.start()).rejects.toThrow('the connection is closed')
  expect(served).toEqual(['during'])
})

test('nothing is sent before the start', async () => {
  await expect(openLine(async () => {}).send(note)).rejects.toThrow('the transport is not started')
})
