import { oauth } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

import type { McpServer } from '../../src/server.js'
import { MemoryProvider } from '../support/auth-provider.js'
import { agreeable, connectTo, type Protected, protectedServer, urlOf } from '../support/protected.js'

async function ready(lab: Protected, auth = new MemoryProvider()): Promise<McpServer> {
  const server = await connectTo(
    lab,
    { auth },
    { reconnect: { initialDelayMs: 20, maxDelayMs: 20, maxAttempts: 1_000 } },
  )
  await server.authorize(agreeable)
  expect(server.snapshot().state).toBe('ready')
  return server
}

it('keeps the tokens while the authorization server cannot be reached, and asks no person', async () => {
  const lab = await protectedServer('legacy')
  const auth = new MemoryProvider()
  const server = await ready(lab, auth)
  const { saved } = auth
  const { grants } = lab.authorizationServer
  await lab.authorizationServer.close()
  grants.expireAccess()
  const outcome = await server.call('mcp__s__add', { a: 1, b: 2 })
  expect(outcome).toMatchObject({ code: 'not-connected' })
  expect(server.snapshot()).toMatchObject({ state: expect.stringMatching(/^(?:backoff|connecting)$/) })
  expect(auth.saved).toEqual(saved)
  expect(server.snapshot().authorizationUrl).toBeUndefined()
})

it.each([429, 500, 503])('keeps the tokens when the token endpoint answers %i', async (tokenStatus) => {
  const lab = await protectedServer('modern')
  const auth = new MemoryProvider()
  const server = await ready(lab, auth)
  const { saved } = auth
  lab.authorizationServer.grants.expireAccess()
  lab.authorizationServer.behaviour.tokenStatus = tokenStatus
  expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'not-connected' })
  expect(auth.saved).toEqual(saved)
  const recovered = new Promise<void>((resolve) => {
    server.subscribe((event) => event.type === 'state' && event.snapshot.state === 'ready' && resolve())
  })
  lab.authorizationServer.behaviour.tokenStatus = undefined
  await recovered
  expect(lab.authorizationServer.asked('authorization_code')).toBe(1)
})

it('asks for the scopes that a call needs, beside those that it has', async () => {
  const lab = await protectedServer('modern', { scope: 'read', toolScopes: { add: 'write' } })
  const server = await ready(lab)
  const before = lab.authorizationServer.seen.filter(({ path }) => path.startsWith('/.well-known/')).length
  expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'auth-required' })
  await server.reconnect()
  const urls = new Promise<URL>((resolve) => {
    server.subscribe(
      (event) => event.type === 'state' && event.snapshot.state === 'auth-required' && resolve(urlOf(server)),
    )
  })
  await server.call('mcp__s__add', { a: 1, b: 2 })
  expect((await urls).searchParams.get('scope')).toBe('read write')
  await server.authorize(agreeable)
  expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ value: { structuredContent: { sum: 3 } } })
  // A refusal for too little says nothing against the authorization server.
  expect(lab.authorizationServer.seen.filter(({ path }) => path.startsWith('/.well-known/'))).toHaveLength(before)
})

it('asks a person twice at most', async () => {
  const lab = await protectedServer('modern', { refusesAll: true })
  const server = await connectTo(lab)
  let asked = 0
  const person = (url: URL): Promise<URLSearchParams> => (asked++, agreeable(url))
  await expect(server.authorize(person)).rejects.toMatchObject({ code: 'auth-required' })
  expect(asked).toBe(2)
  expect(server.snapshot().state).toBe('auth-required')
})

it('follows a server to another authorization server when it refuses a token of the old one', async () => {
  const lab = await protectedServer('modern')
  const server = await ready(lab)
  const other = await oauth.startAuthorizationServer()
  onTestFinished(() => other.close())
  Object.assign(lab.protection, { authorizationServers: [other.issuer] })
  lab.authorizationServer.grants.expireAccess()
  await server.call('mcp__s__add', { a: 1, b: 2 })
  await server.reconnect()
  expect(urlOf(server).origin).toBe(other.issuer)
  expect(other.seen.map(({ body }) => body).join()).not.toMatch(/refresh-|access-/)
})

it.each([
  ['names another issuer', { iss: 'wrong' }],
  ['does not name the issuer that it announced', { iss: 'announced' }],
] as const)('takes no code from a callback that %s', async (_, behaviour) => {
  const lab = await protectedServer('modern')
  Object.assign(lab.authorizationServer.behaviour, behaviour)
  const server = await connectTo(lab)
  await expect(server.authorize(agreeable)).rejects.toThrow(/^s: the authorization failed: Issuer mismatch/)
  expect(lab.authorizationServer.asked('authorization_code')).toBe(0)
  expect(urlOf(server).pathname).toBe('/authorize')
})

it('takes a callback without an issuer where none is announced', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.iss = 'absent'
  const server = await connectTo(lab)
  await server.authorize(agreeable)
  expect(server.snapshot().state).toBe('ready')
})

it('takes no callback of another flow', async () => {
  const lab = await protectedServer('modern')
  const server = await connectTo(lab)
  const forged = async (url: URL): Promise<URLSearchParams> => {
    const callback = await agreeable(url)
    callback.set('state', 'another')
    return callback
  }
  await expect(server.authorize(forged)).rejects.toThrow(
    's: the authorization failed: the answer does not belong to the question (state)',
  )
  expect(lab.authorizationServer.asked('authorization_code')).toBe(0)
})

it('says why when the person refuses', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.consent = 'denied'
  const server = await connectTo(lab)
  await expect(server.authorize(agreeable)).rejects.toMatchObject({
    code: 'auth-required',
    message: expect.stringContaining('the person said no'),
  })
})

it('sends configured headers to the server alone, and its token in place of a configured one', async () => {
  const lab = await protectedServer('modern')
  const headers = { 'X-Api-Key': 'the-configured-key', Authorization: 'Bearer of-the-configuration' }
  const server = await connectTo(lab, { auth: new MemoryProvider() }, { headers })
  await server.authorize(agreeable)
  expect(server.snapshot().state).toBe('ready')
  expect(lab.authorizationServer.seen.length).toBeGreaterThan(2)
  for (const seen of lab.authorizationServer.seen) expect(JSON.stringify(seen)).not.toContain('configur')
  const metadata = lab.seen.filter(({ path }) => path.startsWith('/.well-known/'))
  expect(metadata.map((seen) => seen.headers.get('x-api-key'))).toEqual(metadata.map(() => null))
  const requests = lab.seen.filter(({ path }) => path === '/mcp')
  expect(new Set(requests.map((seen) => seen.headers.get('x-api-key')))).toEqual(new Set(['the-configured-key']))
})

it.each([
  ['announces no PKCE', undefined, 'does not say that it supports PKCE'],
  ['announces no PKCE that is good', ['plain'], 'does not support code challenge method S256'],
])('sends nobody to an authorization server that %s', async (_, methods, why) => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.metadata = { code_challenge_methods_supported: methods }
  const server = await connectTo(lab)
  expect(server.snapshot()).toMatchObject({ state: 'auth-required', reason: expect.stringContaining(why) })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
})

it('sends nobody to a place that a server should not choose', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.metadata = { authorization_endpoint: 'http://192.0.2.1/authorize' }
  const server = await connectTo(lab)
  expect(server.snapshot()).toMatchObject({
    state: 'auth-required',
    reason: expect.stringContaining('the server points to http://192.0.2.1, which is refused: it is not https'),
  })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
})

it('says why no authorization can be begun', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.registers = false
  const server = await connectTo(lab)
  expect(server.snapshot()).toMatchObject({
    state: 'auth-required',
    reason:
      'the server asks for authorization, and none can be had: Incompatible auth server: does not support dynamic client registration',
  })
  await expect(server.authorize(agreeable)).rejects.toMatchObject({ code: 'auth-required' })
})

it('shows no token, code, verifier or secret in errors, events or logs', async () => {
  const lab = await protectedServer('legacy')
  const auth = new MemoryProvider()
  const said: string[] = []
  const log = (message: string): void => void said.push(message)
  const server = await connectTo(
    lab,
    { auth, logger: { info: log, warn: log, error: log } },
    { reconnect: { enabled: false } },
  )
  server.subscribe((event) => said.push(JSON.stringify(event)))
  const secrets = new Set<string>()
  const remember = (): void => {
    for (const secret of [auth.saved?.access_token, auth.saved?.refresh_token, auth.verifier])
      if (secret) secrets.add(secret)
  }
  await server.authorize(agreeable)
  remember()
  for (const tokenStatus of [400, 401, 500]) {
    lab.authorizationServer.grants.expireAccess()
    lab.authorizationServer.behaviour.tokenStatus = tokenStatus
    said.push(JSON.stringify(await server.call('mcp__s__add', { a: 1, b: 2 })))
    await server.reconnect()
    await server.authorize(agreeable).catch((error: unknown) => said.push(String(error)))
    remember()
    lab.authorizationServer.behaviour.tokenStatus = undefined
    await server.authorize(agreeable)
    remember()
  }
  expect(secrets.size).toBeGreaterThan(5)
  for (const secret of secrets) expect(said.filter((text) => text.includes(secret))).toEqual([])
  expect(said.filter((text) => /code-[0-9a-f]{8}/.test(text))).toEqual([])
})
