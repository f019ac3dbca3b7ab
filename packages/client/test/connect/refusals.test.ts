import { join } from 'node:path'

import { faults, type HttpFault, linesOf, startScriptedHttp, startScriptedSse } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { connectMcpServer, type McpServer } from '../../src/index.js'

const { after, errorWith, first, htmlPage, on, refusedSession, status, truncatedJson } = faults
const ERROR = { code: -32_602, message: 'argument "session_name" is required' }
const NOT_FOUND = { code: -32_601, message: 'Method not found' }

interface Started {
  readonly server: McpServer
  readonly warnings: string[]
  /** How often a method was asked for. */
  readonly asked: (method: string) => number
}

interface Wanted {
  readonly fault?: HttpFault
  readonly switches?: string[]
  readonly sse?: boolean
}

/** A client of a scripted server; both go with the test. */
async function start({ fault, switches = [], sse = false }: Wanted): Promise<Started> {
  const requests = join(freshFolder(), 'requests')
  const options = { fault, switches: ['--requests', requests, ...switches] }
  const { url, close } = await (sse ? startScriptedSse(options) : startScriptedHttp(options))
  const warnings: string[] = []
  const server = await connectMcpServer(
    { serverName: 's', transport: sse ? 'sse' : 'streamable-http', url, reconnect: { initialDelayMs: 10 } },
    { logger: { info: () => {}, warn: (message) => void warnings.push(message), error: () => {} } },
  )
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  return { server, warnings, asked: (method) => linesOf(requests).filter((line) => line === method).length }
}

const call = (server: McpServer): ReturnType<McpServer['call']> => server.call('mcp__s__echo', {})

describe('an error that names the request', () => {
  it.each([
    ['400', 400, []],
    ['404', 404, []],
    ['500', 500, []],
    ['404 on the newest revision', 404, ['--modern']],
    ['500 on the newest revision', 500, ['--modern']],
  ])('is the answer, and nothing is sent again, whatever it says: %s', async (_, code, switches) => {
    const { server, asked } = await start({ fault: on('tools/call', errorWith(code, ERROR)), switches })
    for (let times = 0; times < 3; times++)
      expect(await call(server)).toMatchObject({
        code: 'protocol',
        content: [{ text: `s: the server answered with error -32602: ${ERROR.message}` }],
      })
    expect(server.snapshot().state).toBe('ready')
    expect({ calls: asked('tools/call'), lists: asked('tools/list') }).toEqual({ calls: 3, lists: 1 })
  })

  it('of a method that is not known means that there are no templates', async () => {
    for (const switches of [[], ['--modern']]) {
      const { server } = await start({ fault: on('resources/templates/list', errorWith(404, NOT_FOUND)), switches })
      expect(await server.resource({ method: 'resources/templates/list' })).toEqual({ resourceTemplates: [] })
    }
  })

  it.each([
    ['a JSON-RPC error', errorWith(404, NOT_FOUND), '-32601'],
    ['a status', status(405), 'HTTP 405'],
  ])('refuses the subscription for good: %s', async (_, fault, reason) => {
    const { warnings, asked } = await start({ fault: on('subscriptions/listen', fault), switches: ['--modern'] })
    await expect
      .poll(() => warnings)
      .toEqual([`s: changes of the tool list are not noticed: the server refused the subscription (${reason})`])
    expect(asked('subscriptions/listen')).toBe(1)
  })
})

describe('a refusal before anything ran', () => {
  const gone: HttpFault = ({ response, url, service }) => {
    service.record('tools/call')
    response.writeHead(404).end(`Could not find session: ${url.searchParams.get('session')}`)
    return true
  }

  it.each([
    ['404', gone],
    ['400', status(400, 'No transport found for sessionId')],
  ])('over SSE opens a new stream, and the call is sent there once: %s', async (_, fault) => {
    const { server, asked } = await start({ fault: on('tools/call', first(1, fault)), sse: true })
    expect(await call(server)).toMatchObject({ isError: false })
    expect({ state: server.snapshot().state, calls: asked('tools/call'), starts: asked('initialize') }).toEqual({
      state: 'ready',
      calls: 2,
      starts: 2,
    })
  })

  it.each([
    ['an unknown session', refusedUnbegun],
    ['an unknown revision', errorWith(400, { code: -32_022, message: 'Unsupported protocol version' })],
  ])('by a server that speaks another revision now is negotiated anew: %s', async (_, fault) => {
    const { server, asked } = await start({ fault: on('tools/call', first(1, fault)), switches: ['--modern'] })
    expect(await call(server)).toMatchObject({ isError: false })
    expect({ calls: asked('tools/call'), probes: asked('server/discover') }).toEqual({ calls: 2, probes: 2 })
  })

  it('is tried twice and not for ever', async () => {
    const { server, asked } = await start({ fault: on('tools/call', refusedSession('Session not found')) })
    expect(await call(server)).toMatchObject({
      code: 'protocol',
      content: [{ text: 's: the server no longer knows this session; the request was not run' }],
    })
    expect(asked('tools/call')).toBe(2)
  })
})

/** What a server of the older revisions answers to a call without a session. */
function refusedUnbegun({ response, service, message }: Parameters<HttpFault>[0]): boolean {
  if (message) service.record(message.method)
  const error = { code: -32_000, message: 'Bad Request: Server not initialized' }
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
  return true
}

describe('an answer that nobody can read', () => {
  const nothing: HttpFault = ({ response }) => (response.writeHead(204).end(), true)
  const packed: HttpFault = ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}')
    return true
  }

  it.each([
    ['nothing', nothing],
    ['a page for people', htmlPage],
    ['half a message', truncatedJson],
    ['what cannot be unpacked', packed],
  ])('leaves the outcome of a call unknown, and the connection open: %s', async (_, fault) => {
    const { server } = await start({ fault: on('tools/call', first(1, fault)) })
    expect(await call(server)).toMatchObject({
      code: 'outcome-unknown',
      content: [{ text: expect.stringMatching(/; the outcome is unknown, and the call is not sent again$/) }],
    })
    expect(await call(server)).toMatchObject({ isError: false })
    expect(server.snapshot()).not.toHaveProperty('lastError')
  })

  it('of a list is no call, and no outcome is unknown', async () => {
    const { server } = await start({ fault: on('tools/list', after(0, status(500, 'Oops'))) })
    expect(server.snapshot()).toMatchObject({
      state: 'backoff',
      lastError: { code: 'unreachable', message: expect.not.stringContaining('call') },
    })
  })
})

describe('the id of a session in the address of an SSE server', () => {
  it('is a secret like any other', async () => {
    const echo: HttpFault = ({ response, url }) => {
      response.writeHead(403).end(`no ${url.searchParams.get('session')}`)
      return true
    }
    const { server } = await start({ fault: on('tools/call', echo), sse: true })
    expect(await call(server)).toMatchObject({ content: [{ text: expect.stringContaining('no [redacted]') }] })
  })
})
