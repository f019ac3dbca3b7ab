import { eventually, type HttpFault, oauth, startScriptedHttp, startScriptedSse } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

import { connectMcpServer } from '../../src/connect.js'
import type { McpServer } from '../../src/server.js'
import { MemoryProvider } from '../support/auth-provider.js'
import { agreeable } from '../support/protected.js'

type Lab = Awaited<ReturnType<typeof start>>

async function start(transport: 'streamable-http' | 'sse', more: HttpFault = () => false) {
  const authorizationServer = await oauth.startAuthorizationServer()
  const guard = oauth.protectScripted(authorizationServer, transport === 'sse' ? '/sse' : '/mcp')
  const fault: HttpFault = (exchange) => guard.fault(exchange) || more(exchange)
  const running = await (transport === 'sse' ? startScriptedSse : startScriptedHttp)({ fault })
  const auth = new MemoryProvider()
  const server = await connectMcpServer({ serverName: 's', transport, url: running.url }, { auth })
  onTestFinished(async () => {
    await server.close()
    await running.close()
    await authorizationServer.close()
  })
  return { server, auth, authorizationServer, ...guard }
}

/** The tokens with which the notification stream was asked for, without those that were refused. */
function streamTokens({ seen }: Lab, refused: readonly (string | undefined)[]): (string | undefined)[] {
  return seen
    .filter(({ verb, path, token }) => verb === 'GET' && path === '/mcp' && !refused.includes(token))
    .map(({ token }) => token)
}

async function echo(server: McpServer): Promise<unknown> {
  return (await server.call('mcp__s__echo', { text: 'hello' })).isError
}

it('a stream that is opened again carries the token of that moment', async () => {
  const lab = await start('streamable-http')
  await lab.server.authorize(agreeable)
  const first = lab.auth.saved?.access_token
  await eventually('the first stream', () => streamTokens(lab, []).length === 1)
  lab.authorizationServer.grants.expireAccess()
  expect(await echo(lab.server)).toBe(false)
  const second = lab.auth.saved?.access_token
  lab.breakConnections()
  await eventually('the second stream', () => streamTokens(lab, []).length === 2)
  expect(streamTokens(lab, [])).toEqual([first, second])
  expect(lab.authorizationServer.asked('refresh_token')).toBe(1)
})

it('a stream whose token expired meanwhile is opened with a new one', async () => {
  const lab = await start('streamable-http')
  await lab.server.authorize(agreeable)
  const first = lab.auth.saved?.access_token
  await eventually('the first stream', () => streamTokens(lab, []).length === 1)
  lab.authorizationServer.grants.expireAccess()
  lab.breakConnections()
  await eventually('the second stream', () => streamTokens(lab, [first]).length === 1)
  expect(streamTokens(lab, [first])).toEqual([lab.auth.saved?.access_token])
  expect(lab.server.snapshot().state).toBe('ready')
})

it('a stream that cannot be opened again without a person ends the connection', async () => {
  const lab = await start('streamable-http')
  await lab.server.authorize(agreeable)
  await eventually('the first stream', () => streamTokens(lab, []).length === 1)
  lab.authorizationServer.grants.revokeAll()
  lab.breakConnections()
  await eventually('the end', () => lab.server.snapshot().state === 'auth-required')
  expect(lab.server.snapshot().authorizationUrl).toContain('/authorize?')
})

it('works over HTTP+SSE, where messages and the stream are renewed alike', async () => {
  const lab = await start('sse')
  expect(lab.server.snapshot()).toMatchObject({ state: 'auth-required', authorizationUrl: expect.any(String) })
  await lab.server.authorize(agreeable)
  expect(await echo(lab.server)).toBe(false)
  lab.authorizationServer.grants.expireAccess()
  expect(await echo(lab.server)).toBe(false)
  lab.authorizationServer.grants.revokeAll()
  await lab.server.call('mcp__s__echo', { text: 'hello' })
  await eventually('the end', () => lab.server.snapshot().state === 'auth-required')
})

it.each(['streamable-http', 'sse'] as const)('asks over %s for the scopes that a call needs', async (transport) => {
  const known: { lab?: Lab } = {}
  const needsWrite: HttpFault = ({ message, headers, response }) => {
    if (message?.method !== 'tools/call') return false
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    if (known.lab?.authorizationServer.grants.allows(token)?.scope.includes('write')) return false
    response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }).end()
    return true
  }
  const lab = await start(transport, needsWrite)
  known.lab = lab
  await lab.server.authorize(agreeable)
  const discoveries = (): number =>
    lab.authorizationServer.seen.filter(({ path }) => path.startsWith('/.well-known/')).length
  const before = discoveries()
  expect(await lab.server.call('mcp__s__echo', { text: 'hello' })).toMatchObject({ code: 'auth-required' })
  await lab.server.authorize(agreeable)
  expect(await echo(lab.server)).toBe(false)
  expect(lab.auth.saved?.scope).toBe('write')
  expect(lab.auth.invalidated).not.toContain('discovery')
  expect(discoveries()).toBe(before)
})

it.each(['streamable-http', 'sse'] as const)('a plain 403 over %s asks nobody for anything', async (transport) => {
  const forbids: HttpFault = ({ message, response }) => {
    if (message?.method !== 'tools/call') return false
    response.writeHead(403).end()
    return true
  }
  const lab = await start(transport, forbids)
  await lab.server.authorize(agreeable)
  const asked = lab.authorizationServer.seen.length
  const { code } = await lab.server.call('mcp__s__echo', { text: 'hello' })
  expect(code).not.toBe('auth-required')
  expect(lab.authorizationServer.seen).toHaveLength(asked)
})
