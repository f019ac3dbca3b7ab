import { describe, expect, test } from 'vitest'

import { documentRequests, type RequestDocuments } from '../../src/calls/documents.js'
import type { Connection } from '../../src/connection/connection.js'
import { connectRaw, ErrorAnswer, SILENT, type Answer, type RawServer } from '../support/raw-server.js'
import { anySettings } from '../support/settings.js'

const config = anySettings()
const list = { method: 'resources/list' } as const
const templates = { method: 'resources/templates/list' } as const
const read = { method: 'resources/read', uri: 'note://1' } as const

async function connect(
  answers: Readonly<Record<string, Answer>>,
): Promise<{ server: RawServer; ask: RequestDocuments }> {
  const { connection, server } = await connectRaw(answers)
  return { server, ask: documentRequests({ config, live: () => connection }) }
}

describe('one operation', () => {
  test('gives the result as the server sent it', async () => {
    const result = { resources: [{ uri: 7 }, null], nextCursor: null, odd: true }
    const { ask, server } = await connect({ 'resources/list': () => result })
    expect(await ask({ ...list, cursor: '' })).toEqual(result)
    expect(server.asked('resources/list')).toEqual([{ cursor: '' }])
  })

  test('reads by URI, whatever the URI is', async () => {
    const { ask, server } = await connect({ 'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'x' }] }) })
    expect(await ask({ method: 'resources/read', uri: 'not a uri' })).toEqual({
      contents: [{ uri: 'not a uri', text: 'x' }],
    })
    expect(server.asked('resources/read')).toEqual([{ uri: 'not a uri' }])
  })

  test('a server that does not know templates has none', async () => {
    const { ask } = await connect({ 'resources/list': () => ({ resources: [] }) })
    expect(await ask(templates)).toEqual({ resourceTemplates: [] })
  })

  test('another error, or the same one for another method, is an error', async () => {
    const { ask } = await connect({
      'resources/templates/list': () => new ErrorAnswer({ code: -32_000, message: 'busy' }),
    })
    await expect(ask(templates)).rejects.toMatchObject({
      code: 'protocol',
      message: 'lab: the server answered with error -32000: busy',
    })
    await expect(ask(list)).rejects.toMatchObject({ code: 'protocol', message: expect.stringContaining('-32601') })
  })

  test.each([[[]], ['text'], [7]])('%j is no result', async (result) => {
    const { ask } = await connect({ 'resources/list': () => result })
    await expect(ask(list)).rejects.toMatchObject({ code: 'protocol' })
  })

  test('is cancelled by its signal', async () => {
    const { ask, server } = await connect({ 'resources/read': () => SILENT })
    const abort = new AbortController()
    const result = ask(read, { signal: abort.signal })
    abort.abort()
    await expect(result).rejects.toMatchObject({
      code: 'aborted',
      message: 'lab: the request resources/read was cancelled',
    })
    expect(server.asked('notifications/cancelled')).toHaveLength(1)
  })
})

describe('a server without documents', () => {
  const initialize = (): object => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'raw', version: '1' },
  })

  test('has empty lists, and is not asked', async () => {
    const { ask, server } = await connect({ initialize })
    expect([await ask(list), await ask(templates)]).toEqual([{ resources: [] }, { resourceTemplates: [] }])
    await expect(ask(read)).rejects.toThrow('lab: this server has no documents: it does not offer resources')
    expect(server.received.filter((message) => 'method' in message && message.method.startsWith('resources/'))).toEqual(
      [],
    )
  })
})

describe('a walk over pages', () => {
  const exec = (): { signal: AbortSignal } => ({ signal: new AbortController().signal })

  async function replaceable() {
    const answers = { 'resources/list': () => ({ resources: [], nextCursor: 'more' }) }
    const [first, second] = [await connectRaw(answers), await connectRaw(answers)]
    let live: Connection = first.connection
    const ask = documentRequests({ config, live: () => live })
    return { ask, replace: () => (live = second.connection), second }
  }

  test('runs on one connection, and fails when that is replaced', async () => {
    const { ask, replace, second } = await replaceable()
    const walk = exec()
    await ask(list, walk)
    await ask({ ...list, cursor: 'more' }, walk)
    replace()
    await expect(ask({ ...list, cursor: 'more' }, walk)).rejects.toMatchObject({
      code: 'protocol',
      message: 'lab: the connection was replaced during the walk over the pages; start the walk again',
    })
    expect(second.server.asked('resources/list')).toEqual([])
  })

  test('that begins after the replacement runs on the new connection', async () => {
    const { ask, replace, second } = await replaceable()
    await ask(list, exec())
    replace()
    expect(await ask(list, exec())).toEqual({ resources: [], nextCursor: 'more' })
    expect(second.server.asked('resources/list')).toHaveLength(1)
  })

  test('without an object of its own is one operation, on whatever connection there is', async () => {
    const { ask, replace, second } = await replaceable()
    await ask(list)
    replace()
    await ask({ ...list, cursor: 'more' })
    expect(second.server.asked('resources/list')).toEqual([{ cursor: 'more' }])
  })

  test('fails when it is cancelled between two pages', async () => {
    const { ask } = await replaceable()
    const abort = new AbortController()
    const walk = { signal: abort.signal }
    await ask(list, walk)
    abort.abort()
    await expect(ask({ ...list, cursor: 'more' }, walk)).rejects.toMatchObject({ code: 'aborted' })
  })
})
