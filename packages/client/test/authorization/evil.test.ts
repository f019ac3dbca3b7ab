import { expect, it } from 'vitest'

import { MemoryProvider } from '../support/auth-provider.js'
import { serveHttp } from '../support/http.js'
import { agreeable, connectTo, protectedServer, urlOf } from '../support/protected.js'

// 192.0.2.1 is nobody's, and so never on this machine.
const FAR = 'http://192.0.2.1'

it.each([
  ['as its own issuer', { authorizationServers: [FAR] }, {}],
  ['as the registration endpoint', {}, { registration_endpoint: `${FAR}/register` }],
  ['as the authorization endpoint', {}, { authorization_endpoint: `${FAR}/authorize` }],
])('goes to no place without https that a server names %s', async (_, protection, metadata) => {
  const lab = await protectedServer('modern', protection)
  lab.authorizationServer.behaviour.metadata = metadata
  const { authorizationUrl, ...snapshot } = (await connectTo(lab)).snapshot()
  expect(snapshot).toMatchObject({
    state: 'auth-required',
    reason: `the server asks for authorization, and none can be had: the server points to ${FAR}, which is refused: it is not https`,
  })
  expect(authorizationUrl).toBeUndefined()
})

it('takes no code to a token endpoint without https', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.metadata = { token_endpoint: `${FAR}/token` }
  const server = await connectTo(lab)
  await expect(server.authorize(agreeable)).rejects.toThrow(/^s: the authorization failed: .*192\.0\.2\.1/)
})

it('finds its authorization server by itself when a refusal points elsewhere', async () => {
  const lab = await protectedServer('modern', { metadataUrl: `${FAR}/metadata` })
  const server = await connectTo(lab)
  expect(server.snapshot().state).toBe('auth-required')
  expect(lab.authorizationServer.seen).toEqual([])
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://login.example@192.0.2.1/authorize'])(
  'shows nobody %s',
  async (url) => {
    const lab = await protectedServer('modern')
    lab.authorizationServer.behaviour.metadata = { authorization_endpoint: url }
    const server = await connectTo(lab)
    expect(server.snapshot()).toMatchObject({
      state: 'auth-required',
      reason: expect.stringContaining('none can be had'),
    })
    expect(server.snapshot().authorizationUrl).toBeUndefined()
  },
)

it('follows no redirect to another place', async () => {
  const lab = await protectedServer('modern')
  const trap = await serveHttp((_, response) => response.end('{}'))
  const issuer = await serveHttp(({ path }, response) =>
    response.writeHead(307, { location: `${trap.origin}${path}` }).end(),
  )
  Object.assign(lab.protection, { authorizationServers: [issuer.origin] })
  const server = await connectTo(lab)
  expect(server.snapshot()).toMatchObject({ state: 'auth-required' })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
  expect(issuer.seen.length).toBeGreaterThan(0)
  expect(trap.seen).toEqual([])
})

it.each([
  ['names another issuer', { issuer: 'https://evil.example' }, 'ssuer'],
  ['is over 1 MiB long', { padding: 'x'.repeat(1_048_576) }, 'exceeds'],
  ['lacks what it needs', { token_endpoint: 5 }, 'none can be had'],
])('takes no metadata that %s', async (_, metadata, why) => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.metadata = metadata
  const server = await connectTo(lab)
  expect(server.snapshot()).toMatchObject({ state: 'auth-required', reason: expect.stringContaining(why) })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
  expect(lab.authorizationServer.seen.some(({ path }) => path === '/register')).toBe(false)
})

it('discovers anew what led nowhere', async () => {
  const lab = await protectedServer('modern')
  lab.authorizationServer.behaviour.registers = false
  const server = await connectTo(lab, { auth: new MemoryProvider() })
  expect(server.snapshot().authorizationUrl).toBeUndefined()
  lab.authorizationServer.behaviour.registers = true
  await server.reconnect()
  expect(urlOf(server).pathname).toBe('/authorize')
})

it('close() ends a discovery that nobody answers', async () => {
  const lab = await protectedServer('modern')
  let asked = (): void => {}
  const waiting = new Promise<void>((resolve) => (asked = resolve))
  const issuer = await serveHttp(() => asked())
  const closed = new AbortController()
  Object.assign(lab.protection, { authorizationServers: [issuer.origin] })
  const connecting = connectTo(lab, { auth: new MemoryProvider(), signal: closed.signal })
  await waiting
  closed.abort(new Error('nobody waits'))
  await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
})
