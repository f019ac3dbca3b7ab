import { Client } from '@modelcontextprotocol/client'
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as ModernServer } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { fromMcpServer, isInProcessServer, isMcpServer, type McpServerLike } from '../src/index.js'
import { deferred } from './support/deferred.js'
import { sdkClient, session } from './support/sessions.js'

const info = { name: 'own', version: '1.0.0' }
const echo = ({ text }: { text: string }) => ({ content: [{ type: 'text' as const, text }] })
const inputSchema = { text: z.string() }

function modern(): ModernServer {
  const server = new ModernServer(info)
  server.registerTool('echo', { inputSchema: z.object(inputSchema) }, echo)
  return server
}

function legacy(): LegacyServer {
  const server = new LegacyServer(info)
  server.registerTool('echo', { inputSchema }, echo)
  return server
}

describe.each<[string, () => McpServerLike & (LegacyServer | ModernServer)]>([
  ['the current SDK line', modern],
  ['the first SDK line', legacy],
])('an McpServer of %s', (_, make) => {
  test('is recognised, and becomes a handle', () => {
    const server = make()
    expect([isMcpServer(server), isInProcessServer(server), isInProcessServer(fromMcpServer(server))]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('serves a session', async () => {
    const server = await session(fromMcpServer(make()))
    expect(server.snapshot()).toMatchObject({ state: 'ready', revision: '2025-11-25', serverInfo: info })
    expect((await server.call('mcp__s__echo', { text: 'hi' })).content).toEqual([{ type: 'text', text: 'hi' }])
  })

  test('refuses a second session while it has one, and serves the next after it', async () => {
    const handle = fromMcpServer(make())
    const first = await session(handle)
    const second = await session(handle)
    expect(second.snapshot()).toMatchObject({ state: 'failed', reason: expect.stringContaining('only one at a time') })
    expect((await first.call('mcp__s__echo', { text: 'mine' })).isError).toBe(false)
    await first.close()
    await second.reconnect()
    expect((await second.call('mcp__s__echo', { text: 'my turn' })).content).toEqual([
      { type: 'text', text: 'my turn' },
    ])
  })

  test('serves one of two that start at once, also through two handles', async () => {
    const server = make()
    const starts = [fromMcpServer(server), fromMcpServer(server)].map((handle) => handle.connect().start())
    const ends = await Promise.allSettled(starts)
    expect(ends).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: expect.stringContaining('only one at a time') } },
    ])
    await server.close()
  })

  test('is not occupied by a transport that nobody starts', async () => {
    const handle = fromMcpServer(make())
    handle.connect()
    expect((await session(handle)).snapshot().state).toBe('ready')
  })

  test('that closes is seen as closed', async () => {
    const server = make()
    const client = await sdkClient(fromMcpServer(server), 'auto')
    const closed = deferred()
    client.onclose = closed.resolve
    await server.close()
    await closed.promise
    await expect(client.listTools()).rejects.toThrow()
  })

  test('announces a tool that it gets later', async () => {
    const server = make()
    const connected = await session(fromMcpServer(server))
    const grown = deferred()
    connected.subscribe(() => {
      if (connected.tools().length === 2) grown.resolve()
    })
    if (server instanceof ModernServer) server.registerTool('two', {}, () => ({ content: [] }))
    else server.registerTool('two', {}, () => ({ content: [] }))
    await grown.promise
    expect(connected.tools().map(({ rawName }) => rawName)).toEqual(['echo', 'two'])
  })
})

test('what is no McpServer is refused', () => {
  const client = new Client(info)
  const others = [undefined, null, 'x', {}, client, modern().server, { command: 'npx' }, ModernServer]
  expect(others.map(isMcpServer)).toEqual(others.map(() => false))
  expect(() => Reflect.apply(fromMcpServer, undefined, [{}])).toThrow(
    new TypeError('in-process server: the value is no McpServer of either SDK line'),
  )
})
