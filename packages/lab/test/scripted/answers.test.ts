import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linesOf, scripted } from '../../src/index.js'
import { openRaw, type RawClient } from '../rawClient.js'
import { freshFolder, jsonFile } from '../../src/vitest.js'

const ask = async (server: RawClient, method: string, params = {}) => {
  server.send({ id: method, method, params })
  return server.next()
}

it('greets with its revision, instructions and capabilities', async () => {
  const server = openRaw(scripted('--protocol-version', '2024-11-05', '--instructions', 'Be brief.'))
  expect(await ask(server, 'initialize')).toMatchObject({
    result: { protocolVersion: '2024-11-05', instructions: 'Be brief.', capabilities: { tools: {}, resources: {} } },
  })
  server.child.kill()
})

it('answers unknown methods with -32601 and stays', async () => {
  const server = openRaw(scripted())
  expect(await ask(server, 'server/discover')).toMatchObject({ error: { code: -32601 } })
  expect(await ask(server, 'ping')).toMatchObject({ result: {} })
  server.child.kill()
})

it('is silent to unknown methods when told so', async () => {
  const server = openRaw(scripted('--silent-on-unknown'))
  server.send({ id: 1, method: 'server/discover' })
  expect(await ask(server, 'ping')).toMatchObject({ id: 'ping' })
  server.child.kill()
})

it('ends on an unknown method when told so', async () => {
  const server = openRaw(scripted('--exit-on-unknown'))
  expect(await ask(server, 'server/discover')).toBeUndefined()
  expect(await server.exit).toEqual([1, null])
})

it('serves the pages of a file, as they are now', async () => {
  const pages = jsonFile([{ tools: [{ name: 'a' }], nextCursor: 'two' }, { tools: [null] }])
  const server = openRaw(scripted('--tools', pages))
  expect(await ask(server, 'tools/list')).toMatchObject({ result: { tools: [{ name: 'a' }], nextCursor: 'two' } })
  expect(await ask(server, 'tools/list', { cursor: 'two' })).toMatchObject({ result: { tools: [null] } })
  expect(await ask(server, 'tools/list', { cursor: 'three' })).toMatchObject({ error: { code: -32602 } })
  writeFileSync(pages, JSON.stringify([{ tools: [] }]))
  expect(await ask(server, 'tools/list')).toMatchObject({ result: { tools: [] } })
  server.child.kill()
})

it('has an endless list', async () => {
  const server = openRaw(scripted('--endless'))
  expect(await ask(server, 'tools/list')).toMatchObject({ result: { tools: [{ name: 'tool-0' }], nextCursor: '1' } })
  expect(await ask(server, 'tools/list', { cursor: '41' })).toMatchObject({
    result: { tools: [{ name: 'tool-41' }], nextCursor: '42' },
  })
  server.child.kill()
})

it('records calls and answers them with the raw result of a file', async () => {
  const calls = join(freshFolder(), 'calls')
  const server = openRaw(scripted('--calls', calls, '--result', jsonFile({ content: 'not an array' })))
  expect(await ask(server, 'tools/call', { name: 'any thing' })).toEqual({
    jsonrpc: '2.0',
    id: 'tools/call',
    result: { content: 'not an array' },
  })
  expect(linesOf(calls)).toEqual(['any thing'])
  server.child.kill()
})

it('echoes the arguments of a call otherwise', async () => {
  const server = openRaw(scripted())
  expect(await ask(server, 'tools/call', { name: 'echo', arguments: { a: 1 } })).toMatchObject({
    result: { content: [{ type: 'text', text: '{"a":1}' }] },
  })
  server.child.kill()
})

it('records a call it dies of', async () => {
  const calls = join(freshFolder(), 'calls')
  const server = openRaw(scripted('--calls', calls, '--exit-on-call'))
  expect(await ask(server, 'tools/call', { name: 'echo' })).toBeUndefined()
  expect([await server.exit, linesOf(calls)]).toEqual([[1, null], ['echo']])
})

it('hangs on a call, reports progress, and records its cancellation', async () => {
  const log = join(freshFolder(), 'cancelled')
  const server = openRaw(scripted('--hang-call', '--progress-every', '1', '--cancel-log', log))
  const report = await ask(server, 'tools/call', { name: 'echo', _meta: { progressToken: 'p' } })
  expect(report).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } })
  server.send({ method: 'notifications/cancelled', params: { requestId: 'tools/call' } })
  server.child.stdin.end()
  await server.exit
  expect(linesOf(log)).toEqual(['tools/call'])
})

it('has resources and no tools', async () => {
  const server = openRaw(scripted('--no-tools'))
  expect(await ask(server, 'initialize')).toHaveProperty('result.capabilities', { resources: {} })
  expect(await ask(server, 'tools/list')).toMatchObject({ error: { code: -32601 } })
  expect(await ask(server, 'resources/list')).toMatchObject({ result: { resources: [{ uri: 'scripted://note' }] } })
  expect(await ask(server, 'resources/read', { uri: 'scripted://note' })).toMatchObject({
    result: { contents: [{ uri: 'scripted://note', text: 'A scripted note.' }] },
  })
  server.child.kill()
})

it('follows a script of raw answers before all else', async () => {
  const script = { ping: { error: { code: 7 } }, 'tools/list': { result: 3 }, 'x/quiet': 'silent', 'x/die': 'exit' }
  const server = openRaw(scripted('--script', JSON.stringify(script)))
  expect(await ask(server, 'ping')).toMatchObject({ error: { code: 7 } })
  server.send({ id: 1, method: 'x/quiet' })
  expect(await ask(server, 'tools/list')).toMatchObject({ result: 3 })
  expect(await ask(server, 'x/die')).toBeUndefined()
})

it('announces a storm of changes once the client is initialized', async () => {
  const server = openRaw(scripted('--storm', '3'))
  await ask(server, 'initialize')
  server.send({ method: 'notifications/initialized' })
  const storm = [await server.next(), await server.next(), await server.next(), await ask(server, 'ping')]
  const change = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} }
  expect(storm).toEqual([change, change, change, { jsonrpc: '2.0', id: 'ping', result: {} }])
  server.child.kill()
})

it('announces a change before each result', async () => {
  const server = openRaw(scripted('--change-on-call'))
  expect(await ask(server, 'tools/call', { name: 'echo' })).toMatchObject({
    method: 'notifications/tools/list_changed',
  })
  expect(await server.next()).toMatchObject({ id: 'tools/call' })
  server.child.kill()
})
