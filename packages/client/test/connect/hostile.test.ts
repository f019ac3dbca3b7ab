import { join } from 'node:path'

import { eventually, isAlive, linesOf, scripted, startLegacyHttp } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { McpError } from '../../src/index.js'
import { configOf, connect, reaches } from '../support/servers.js'
import { connectMcpServer } from '../../src/index.js'

/** A server as a program text: `reply(message)` runs for each message; `send` and `write` answer. */
function program(reply: string): { command: string; args: string[] } {
  const body = `
    const write = (text) => process.stdout.write(text + '\\n')
    const send = (id, result) => write(JSON.stringify({ jsonrpc: '2.0', id, result }))
    const known = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } },
      'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    }
    const answer = ({ id, method }) => {
      if (id === undefined) return
      if (known[method]) send(id, known[method])
      else write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } }))
    }
    const reply = ${reply}
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => reply(JSON.parse(line)))
  `
  return { command: process.execPath, args: ['-e', body] }
}

const DEEP = `'['.repeat(200000) + ']'.repeat(200000)`

describe('a message that nobody could have foreseen', () => {
  it.each([
    ['an id that is an object', `'{"jsonrpc":"2.0","id":{"toString":1,"valueOf":1},"result":{}}'`],
    ['an id that is nested deeper than the stack', `'{"jsonrpc":"2.0","id":' + ${DEEP} + ',"result":{}}'`],
    ['a deep result that nobody asked for', `'{"jsonrpc":"2.0","id":77,"result":' + ${DEEP} + '}'`],
    [
      'a deep error that nobody asked for',
      `'{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"","data":' + ${DEEP} + '}}'`,
    ],
    ['a deep notification', `'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":' + ${DEEP} + '}}'`],
    ['a batch', `'[{"jsonrpc":"2.0","method":"a"}]'`],
  ])('with %s ends nothing', async (_, line) => {
    const server = await connect(
      program(`(message) => { if (message.method === 'tools/call') write(${line}); answer(message) }`),
    )
    expect(await server.call('mcp__s__t', {})).toMatchObject({ content: [{ type: 'text', text: 'done' }] })
    expect(server.snapshot().state).toBe('ready')
  })
})

describe('a handshake', () => {
  it.each([
    ['a result that is null', 'null'],
    ['a result that is text', '"boom"'],
  ])('that is answered with %s fails at once and says why', async (_, result) => {
    const place = program(
      `(message) => { message.method === 'initialize' ? send(message.id, ${result}) : answer(message) }`,
    )
    const server = await connect(place, { reconnect: { enabled: false } })
    expect(server.snapshot()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('the result is not an object'),
    })
  })

  it.each([
    ['text', '"boom"'],
    ['nothing', 'null'],
    ['a code that is no whole number', '{"code":1.5,"message":"boom"}'],
  ])('that is answered with an error that is %s fails at once', async (_, error) => {
    const answer = `'{"jsonrpc":"2.0","id":' + message.id + ',"error":' + ${JSON.stringify(error)} + '}'`
    const place = program(`(message) => { message.method === 'initialize' ? write(${answer}) : answer(message) }`)
    const server = await connect(place, { reconnect: { enabled: false } })
    expect(server.snapshot()).toMatchObject({ state: 'failed', lastError: { code: 'unsupported' } })
  })

  it.each([
    ['no version', '{ serverInfo: { name: "p" } }'],
    ['a bad icon', '{ serverInfo: { name: "p", version: "1", icons: [{ src: 5 }] } }'],
    ['a capability that is true', '{ capabilities: { tools: true } }'],
    ['a capability that is null', '{ capabilities: { tools: {}, resources: null } }'],
    ['instructions that are null', '{ instructions: null }'],
    ['a `_meta` that is null', '{ _meta: null }'],
  ])('with %s costs nothing', async (_, odd) => {
    const place = program(
      `(message) => { if (message.method === 'initialize') Object.assign(known.initialize, ${odd}); answer(message) }`,
    )
    const server = await connect(place, { reconnect: { enabled: false } })
    expect(server.snapshot()).toMatchObject({ state: 'ready', reason: '', toolCount: 1 })
  })

  it('tells what the server calls itself without control characters, in few words', async () => {
    const place = program(`(message) => {
      known.initialize.serverInfo = { name: '\\u001b[31mred\\u202e' + 'x'.repeat(100000), version: '1' }
      answer(message)
    }`)
    const server = await connect(place)
    expect(server.snapshot().serverInfo?.name).toMatch(/^\[31mredx{50,124}…$/)
  })
})

describe('a server that stops talking', () => {
  it('by closing its standard output has lost the connection, and is started anew', async () => {
    const count = join(freshFolder(), 'starts')
    const place = program(`(message) => {
      if (message.method === 'initialize') require('node:fs').appendFileSync(${JSON.stringify(count)}, process.pid + '\\n')
      if (message.method === 'tools/call') { require('node:fs').closeSync(1); setInterval(() => {}, 1000) }
      else answer(message)
    }`)
    const server = await connect(place, { reconnect: { initialDelayMs: 10, maxDelayMs: 20 } })
    expect(await server.call('mcp__s__t', {})).toMatchObject({ code: 'outcome-unknown' })
    await reaches(server, 'ready')
    expect(linesOf(count).map(Number).filter(isAlive)).toHaveLength(1)
  })

  it('and asks without reading is not answered without end', async () => {
    const place = program(`(message) => {
      answer(message)
      if (message.method === 'tools/list') for (let id = 0; id < 20000; id++) write(JSON.stringify({ jsonrpc: '2.0', id: 'p' + id, method: 'ping' }))
    }`)
    const server = await connect(place)
    expect(await server.call('mcp__s__t', {})).toMatchObject({ isError: false })
  })
})

describe('what is secret', () => {
  it('is in no message and in no cause, and a session is a secret too', async () => {
    let session: string | null = null
    const running = await startLegacyHttp({
      intercept: (request) => {
        session ??= request.headers.get('mcp-session-id')
        if (request.method !== 'POST' || session === null || request.headers.get('mcp-session-id') === null)
          return undefined
        return request.headers.get('x-break') === null
          ? undefined
          : new Response(`bad ${session} and Bearer sk-secret-123`, { status: 500 })
      },
    })
    onTestFinished(() => running.close())
    const config = configOf({ url: running.url })
    const headers = { Authorization: 'Bearer sk-secret-123', 'X-Break': 'yes' }
    const failed = await connectMcpServer({
      ...config,
      transport: 'streamable-http',
      url: running.url,
      headers,
      failOnStartupError: true,
    }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(McpError)
    const shown =
      JSON.stringify(failed, ['message', 'cause', 'stack', 'data', 'text']) + String(Object(failed).cause?.message)
    expect(session).not.toBeNull()
    for (const secret of ['sk-secret-123', String(session)]) expect(shown).not.toContain(secret)
  })
})

describe('authorization that is asked for later', () => {
  it('is the state of the server, and its tools stay', async () => {
    let closed = false
    const running = await startLegacyHttp({
      intercept: (request) => (closed && request.method === 'POST' ? new Response('', { status: 401 }) : undefined),
    })
    onTestFinished(() => running.close())
    const server = await connect({ url: running.url })
    closed = true
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'auth-required' })
    await reaches(server, 'auth-required')
    expect(server.tools()).not.toHaveLength(0)
  })
})

describe('callers without types', () => {
  it('cannot call a tool through the door for documents', async () => {
    const calls = join(freshFolder(), 'calls')
    const server = await connect(scripted('--calls', calls))
    const request = Object({ method: 'tools/call', name: 'echo' })
    await expect(server.resource(request)).rejects.toThrow('s: "tools/call" is no operation on documents')
    expect(linesOf(calls)).toEqual([])
  })

  it('get an outcome for a name that is none', async () => {
    const server = await connect(scripted())
    expect(await server.call(Object(null), {})).toMatchObject({ code: 'unknown-tool' })
  })
})

describe('a registry whose undo throws', () => {
  it('keeps neither the process, nor the name, nor the other tools', async () => {
    const count = join(freshFolder(), 'starts')
    const kept = new Set<string>()
    const harness = {
      tools: {
        register: ({ name }: { name: string }) => {
          kept.add(name)
          return (): void => {
            kept.delete(name)
            throw new Error('no')
          }
        },
      },
    }
    for (let round = 0; round < 2; round++) {
      const server = await connect(scripted('--count', count), {}, { harness })
      await server.close()
    }
    expect([...kept]).toEqual([])
    await eventually('the end', () => linesOf(count).map(Number).filter(isAlive).length === 0)
  })
})
