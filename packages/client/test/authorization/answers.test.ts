import type { ServerResponse } from 'node:http'

import { expect, it, onTestFinished, vi } from 'vitest'

import type { McpServer } from '../../src/server.js'
import { MemoryProvider } from '../support/auth-provider.js'
import { type HttpServer, serveHttp } from '../support/http.js'
import { agreeable, connectTo, type Protected, protectedServer, urlOf } from '../support/protected.js'

/** A token endpoint that answers as the test says. */
async function tokenEndpoint(
  lab: Protected,
  answer: (form: URLSearchParams, response: ServerResponse) => void,
): Promise<HttpServer> {
  const endpoint = await serveHttp(({ body }, response) => answer(new URLSearchParams(body), response))
  lab.authorizationServer.behaviour.metadata = { token_endpoint: `${endpoint.origin}/token` }
  return endpoint
}

/** A token that the lab's server takes. */
function goodToken(lab: Protected, scope = ''): string {
  const allowed = { client: 'c', scope, resource: lab.url, redirectUri: '', challenge: '' }
  return lab.authorizationServer.grants.issue(allowed, false).access_token
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function add(server: McpServer): Promise<unknown> {
  return (await server.call('mcp__s__add', { a: 1, b: 2 })).code
}

const QUIET = { reconnect: { enabled: false } }

it.each([
  ['nothing but the token', {}],
  ['a lifetime in words of digits', { expires_in: '3600' }],
  ['a lifetime of zero', { expires_in: 0 }],
  ['fields that are null', { expires_in: null, refresh_token: null, scope: null }],
  ['another case of its type', { token_type: 'bearer' }],
  ['an issuer of another server', { issuer: 'https://evil.example' }],
  ['fields that nobody knows', { example: { deep: [1] } }],
])('takes an answer with %s', async (_, fields) => {
  const lab = await protectedServer('modern')
  await tokenEndpoint(lab, (_form, response) =>
    json(response, { access_token: goodToken(lab), token_type: 'Bearer', ...fields }),
  )
  const auth = new MemoryProvider()
  const server = await connectTo(lab, { auth })
  await server.authorize(agreeable)
  expect(server.snapshot().state).toBe('ready')
  expect(auth.saved?.issuer).toBe(lab.authorizationServer.issuer)
})

it('keeps the refresh token when the answer to it has none', async () => {
  const lab = await protectedServer('modern')
  const used: (string | null)[] = []
  await tokenEndpoint(lab, (form, response) => {
    used.push(form.get('refresh_token'))
    const first = form.get('grant_type') === 'authorization_code' && { refresh_token: 'the-only-one' }
    json(response, { access_token: goodToken(lab), token_type: 'Bearer', ...first })
  })
  const server = await connectTo(lab)
  await server.authorize(agreeable)
  for (let round = 0; round < 2; round++) {
    lab.authorizationServer.grants.expireAccess()
    expect(await add(server)).toBeUndefined()
  }
  expect(used).toEqual([null, 'the-only-one', 'the-only-one'])
})

it('keeps the tokens when the answer breaks off, and asks no person', async () => {
  const lab = await protectedServer('modern')
  await tokenEndpoint(lab, (form, response) => {
    if (form.get('grant_type') === 'authorization_code')
      return json(response, { access_token: goodToken(lab), token_type: 'Bearer', refresh_token: 'the-only-one' })
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":')
    setImmediate(() => response.destroy())
  })
  const auth = new MemoryProvider()
  const server = await connectTo(lab, { auth }, QUIET)
  await server.authorize(agreeable)
  const { saved } = auth
  lab.authorizationServer.grants.expireAccess()
  expect(await add(server)).toBe('not-connected')
  await server.reconnect()
  expect(server.snapshot()).toMatchObject({ state: 'failed', reason: expect.stringContaining('cannot be renewed') })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
  expect(auth.saved).toEqual(saved)
})

it.each([
  [
    'reports a failure with status 200',
    (token: string) => JSON.stringify({ error: 'invalid_grant', error_description: token }),
  ],
  ['reports one that nobody knows', (token: string) => JSON.stringify({ error: token, error_description: token })],
  ['answers no JSON', (token: string) => `${token} is not good`],
  ['answers something else', (token: string) => JSON.stringify([token])],
])('prints nothing of what a token endpoint says that %s', async (_, body) => {
  const printed: string[] = []
  const spy = vi.spyOn(console, 'warn').mockImplementation((...said) => void printed.push(said.join(' ')))
  onTestFinished(() => spy.mockRestore())
  const lab = await protectedServer('modern')
  const token = 'refresh-d0d0d0d0d0d0'
  await tokenEndpoint(lab, (form, response) => {
    if (form.get('grant_type') === 'authorization_code')
      return json(response, { access_token: goodToken(lab), token_type: 'Bearer', refresh_token: token })
    response.writeHead(200, { 'content-type': 'application/json' }).end(body(token))
  })
  const server = await connectTo(lab, { auth: new MemoryProvider() }, QUIET)
  await server.authorize(agreeable)
  lab.authorizationServer.grants.expireAccess()
  expect(await add(server)).toBe('auth-required')
  await server.reconnect()
  expect(JSON.stringify([printed, server.snapshot()])).not.toMatch(/refresh-|"refre/)
})

it('a code that is refused costs none of the tokens that are there', async () => {
  const lab = await protectedServer('modern', { scope: 'read', toolScopes: { add: 'write' } })
  const auth = new MemoryProvider()
  const server = await connectTo(lab, { auth }, QUIET)
  await server.authorize(agreeable)
  const { saved } = auth
  expect(await add(server)).toBe('auth-required')
  const forged = async (url: URL): Promise<URLSearchParams> => {
    const callback = await agreeable(url)
    callback.set('code', 'a-code-that-was-used')
    return callback
  }
  await expect(server.authorize(forged)).rejects.toMatchObject({ code: 'auth-required' })
  expect(auth.invalidated).not.toContain('tokens')
  expect(auth.saved).toEqual(saved)
})

it('a code goes out with the client that asked for it, though another was registered since', async () => {
  const lab = await protectedServer('modern')
  const auth = new MemoryProvider()
  const server = await connectTo(lab, { auth })
  const asker = urlOf(server).searchParams.get('client_id')
  auth.registration = { client_id: 'of-another-process', issuer: lab.authorizationServer.issuer }
  await server.authorize(agreeable)
  const [trade] = lab.authorizationServer.seen.filter(({ path }) => path === '/token')
  expect(new URLSearchParams(trade?.body).get('client_id')).toBe(asker)
  expect(server.snapshot().state).toBe('ready')
})
