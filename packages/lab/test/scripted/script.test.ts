import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually, isAlive, linesOf, scripted } from '../../src/index.js'
import { openRaw, type RawClient } from '../rawClient.js'
import { freshFolder, jsonFile } from '../../src/vitest.js'

const call = (server: RawClient, id = 1): void =>
  server.send({ id, method: 'tools/call', params: { name: 'echo', arguments: {} } })

const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} }

it('writes what it is told before a result, message or not', async () => {
  const server = openRaw(scripted('--interject', '{"hello":1}', '--interject', '[1'))
  call(server)
  expect([await server.nextLine(), await server.nextLine()]).toEqual(['{"hello":1}', '[1'])
  expect(await server.next()).toMatchObject({ id: 1, result: { content: [{ text: '{}' }] } })
  server.child.kill()
})

it('answers everything twice when told so', async () => {
  const server = openRaw(scripted('--answer-twice'))
  server.send({ id: 1, method: 'ping' })
  const answer = { jsonrpc: '2.0', id: 1, result: {} }
  expect([await server.next(), await server.next()]).toEqual([answer, answer])
  server.child.kill()
})

it('answers a slow call after its cancellation too', async () => {
  const server = openRaw(scripted('--slow-call', '50'))
  call(server)
  server.send({ method: 'notifications/cancelled', params: { requestId: 1 } })
  expect(await server.next()).toMatchObject({ id: 1, result: {} })
  server.child.kill()
})

it('has another list from the first announced change on', async () => {
  const [tools, after] = [jsonFile([{ tools: [{ name: 'a' }] }]), jsonFile([{ tools: [{ name: 'b' }] }])]
  const server = openRaw(scripted('--change-on-call', '--tools', tools, '--tools-after', after))
  server.send({ id: 'before', method: 'tools/list' })
  expect(await server.next()).toMatchObject({ result: { tools: [{ name: 'a' }] } })
  call(server)
  expect(await server.next()).toEqual(changed)
  expect(await server.next()).toMatchObject({ id: 1 })
  server.send({ id: 'after', method: 'tools/list' })
  expect(await server.next()).toMatchObject({ result: { tools: [{ name: 'b' }] } })
  server.child.kill()
})

it('storms after a call, and lists the later tools from its last gust on', async () => {
  const [tools, after] = [jsonFile([{ tools: [] }]), jsonFile([{ tools: [{ name: 'late' }] }])]
  const server = openRaw(scripted('--storm-on-call', '20', '--tools', tools, '--tools-after', after))
  call(server)
  expect(await server.next()).toMatchObject({ id: 1 })
  for (let n = 1; n <= 20; n++) expect(await server.next()).toEqual(changed)
  server.send({ id: 2, method: 'tools/list' })
  expect(await server.next()).toMatchObject({ result: { tools: [{ name: 'late' }] } })
  server.child.kill()
})

it('is killed by a call when told so', async () => {
  const server = openRaw(scripted('--kill-on-call'))
  call(server)
  expect(await server.exit).toEqual([null, 'SIGKILL'])
})

it('hears nothing after a call when told so, and lives on', async () => {
  const server = openRaw(scripted('--deafen-on-call'))
  const refused = new Promise<unknown>((resolve) => server.child.stdin.once('error', resolve))
  call(server)
  await eventually('a closed pipe', () => {
    server.send({ id: 2, method: 'ping' })
    return server.child.stdin.destroyed
  })
  expect([await refused, isAlive(server.pid)]).toMatchObject([{ code: 'EPIPE' }, true])
  server.child.kill('SIGKILL')
})

it('keeps a book of what it was asked, and of what was cancelled', async () => {
  const book = join(freshFolder(), 'requests')
  const server = openRaw(scripted('--hang-call', '--requests', book))
  call(server)
  server.send({ method: 'notifications/cancelled', params: { requestId: 1 } })
  server.send({ method: 'notifications/cancelled', params: { requestId: 'other' } })
  server.send({ id: 2, method: 'ping' })
  await server.next()
  expect(linesOf(book)).toEqual([
    'tools/call',
    'notifications/cancelled',
    'cancelled tools/call',
    'notifications/cancelled',
    'ping',
  ])
  server.child.kill()
})
