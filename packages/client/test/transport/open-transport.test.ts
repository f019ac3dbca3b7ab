import { scripted } from '@harness-mcp/lab'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { SseError } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { ResolvedConfig } from '../../src/config/schema.js'
import { deferred } from '../../src/deferred.js'
import { openTransport } from '../../src/transport/open-transport.js'
import { serveHttp } from '../support/http.js'
import { httpSettings, sseSettings, stdioSettings } from '../support/settings.js'
import { INITIALIZE } from '../support/stdio.js'

const headers = { 'X-Api-Key': 'configured-key' }

async function opened(config: ResolvedConfig, onStreamTrouble: () => void = () => {}) {
  const open = await openTransport(config, { onStreamTrouble, onOversize: () => {} })
  const messages: JSONRPCMessage[] = []
  const errors: Error[] = []
  open.transport.onmessage = (message) => void messages.push(message)
  open.transport.onerror = (error) => void errors.push(error)
  onTestFinished(() => open.transport.close())
  return { ...open, messages, errors }
}

test('stdio: a process, and no session to end', async () => {
  const { transport, stdio, endSession, isFatal } = await opened(stdioSettings(scripted()))
  expect({ same: transport === stdio, endSession, isFatal }).toEqual({
    same: true,
    endSession: undefined,
    isFatal: undefined,
  })
})

describe('streamable-http', () => {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} })

  test('the configured headers are sent with every request', async () => {
    const server = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' }).end(answer),
    )
    const { transport, endSession, messages } = await opened(httpSettings(server.origin, { headers }))
    await transport.start()
    await transport.send(INITIALIZE)
    expect(messages).toEqual([JSON.parse(answer)])
    await endSession?.()
    expect(server.seen.map(({ method, headers: sent }) => [method, sent['x-api-key'], sent['mcp-session-id']])).toEqual(
      [
        ['POST', 'configured-key', undefined],
        ['DELETE', 'configured-key', 's1'],
      ],
    )
  })

  test('a redirect to another origin is not followed, and its server hears nothing', async () => {
    const other = await serveHttp((_, response) => response.end(answer))
    const own = await serveHttp((_, response) => response.writeHead(307, { location: other.origin }).end())
    const { transport } = await opened(httpSettings(own.origin, { headers }))
    await transport.start()
    await expect(transport.send(INITIALIZE)).rejects.toThrow(/[Rr]edirect/)
    expect(other.seen).toEqual([])
  })

  test('a redirect within the origin is followed, with the headers', async () => {
    const server = await serveHttp(({ path }, response) => {
      if (path === '/') response.writeHead(307, { location: '/mcp' }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
    const { transport, messages } = await opened(httpSettings(server.origin, { headers }))
    await transport.start()
    await transport.send(INITIALIZE)
    expect(messages).toHaveLength(1)
    expect(server.seen.map(({ path, headers: sent }) => [path, sent['x-api-key']])).toEqual([
      ['/', 'configured-key'],
      ['/mcp', 'configured-key'],
    ])
  })

  test('an answer over the limit is an error that names the setting', async () => {
    const server = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5_000)}"`),
    )
    const { transport } = await opened(httpSettings(server.origin, { maxMessageBytes: 2_000 }))
    await transport.start()
    await expect(transport.send(INITIALIZE)).rejects.toThrow('exceeds maxMessageBytes (2000)')
  })

  test('no notification stream (405) is no trouble', async () => {
    let troubles = 0
    const server = await serveHttp(({ method }, response) => {
      if (method === 'POST') response.writeHead(202).end()
      else response.writeHead(405).end()
    })
    const { transport, errors } = await opened(httpSettings(server.origin), () => troubles++)
    await transport.start()
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await expect.poll(() => server.seen.map(({ method }) => method)).toEqual(['POST', 'GET'])
    await transport.close()
    expect({ errors, troubles }).toEqual({ errors: [], troubles: 0 })
  })

  test('a notification stream that cannot be opened again is trouble', async () => {
    const trouble = deferred<void>()
    let streams = 0
    const server = await serveHttp(({ method }, response) => {
      if (method === 'POST') return void response.writeHead(202).end()
      if (++streams > 1) return void response.writeHead(503).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 10\n\n')
    })
    const { transport } = await opened(httpSettings(server.origin), () => trouble.resolve())
    await transport.start()
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await trouble.promise
    expect(streams).toBeGreaterThanOrEqual(2)
  })
})

describe('sse', () => {
  async function sseServer() {
    return serveHttp(({ method }, response) => {
      if (method === 'POST') return void response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /messages\n\n')
    })
  }

  test('the configured headers are sent with the stream and with every message', async () => {
    const server = await sseServer()
    const { transport, endSession } = await opened(sseSettings(server.origin, { headers }))
    await transport.start()
    await transport.send(INITIALIZE)
    expect(endSession).toBeUndefined()
    expect(server.seen.map(({ method, path, headers: sent }) => [method, path, sent['x-api-key']])).toEqual([
      ['GET', '/', 'configured-key'],
      ['POST', '/messages', 'configured-key'],
    ])
  })

  test('a redirect of the stream to another origin is not followed', async () => {
    const other = await sseServer()
    const own = await serveHttp((_, response) => response.writeHead(302, { location: other.origin }).end())
    const { transport } = await opened(sseSettings(own.origin, { headers }))
    await expect(transport.start()).rejects.toThrow()
    expect(other.seen).toEqual([])
  })

  test('a message endpoint of another origin is refused', async () => {
    const own = await serveHttp((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: http://127.0.0.1:9/messages\n\n'),
    )
    const { transport } = await opened(sseSettings(own.origin, { headers }))
    await expect(transport.start()).rejects.toThrow('Endpoint origin does not match')
  })

  test('an error of the stream is the end of the connection, other errors are not', async () => {
    const { isFatal } = await opened(sseSettings('http://127.0.0.1:9'))
    expect(
      [new SseError(undefined, 'terminated', new Event('error')), new Error('other')].map((error) => isFatal?.(error)),
    ).toEqual([true, false])
  })
})
