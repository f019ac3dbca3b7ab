import { describe, expect, it } from 'vitest'

import { MemoryProvider } from '../support/auth-provider.js'
import { agreeable, connectTo, protectedServer, urlOf } from '../support/protected.js'

describe.each(['legacy', 'modern'] as const)('a server of the %s era that asks for a token', (era) => {
  it('is auth-required with a URL for a person, and nobody is sent there', async () => {
    const lab = await protectedServer(era, { scope: 'read' })
    const auth = new MemoryProvider()
    const server = await connectTo(lab, { auth })
    expect(server.snapshot()).toMatchObject({ state: 'auth-required', reason: 'a person has to authorize it for read' })
    const { origin, pathname, searchParams } = urlOf(server)
    expect([origin, pathname]).toEqual([lab.authorizationServer.issuer, '/authorize'])
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: auth.registration?.client_id,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: 'the-state-of-this-flow',
      redirect_uri: auth.redirectUrl,
      resource: lab.url,
      scope: 'read',
    })
    expect(auth.redirects).toBe(0)
  })

  it('is ready once a person has authorized it, and calls carry the token', async () => {
    const lab = await protectedServer(era)
    const auth = new MemoryProvider()
    const server = await connectTo(lab, { auth })
    await server.authorize(agreeable)
    expect(server.snapshot()).toMatchObject({ state: 'ready' })
    expect(server.snapshot().authorizationUrl).toBeUndefined()
    const outcome = await server.call('mcp__s__add', { a: 1, b: 2 })
    expect(outcome).toMatchObject({ value: { structuredContent: { sum: 3 } } })
    expect(lab.seen.at(-1)?.token).toBe(auth.saved?.access_token)
  })

  it('is ready at once with a token that is kept', async () => {
    const lab = await protectedServer(era)
    const auth = new MemoryProvider()
    const first = await connectTo(lab, { auth })
    await first.authorize(agreeable)
    await first.close()
    expect((await connectTo(lab, { auth })).snapshot()).toMatchObject({ state: 'ready' })
    expect(lab.authorizationServer.asked('authorization_code')).toBe(1)
  })

  it('asks the person itself when it is given one', async () => {
    const lab = await protectedServer(era)
    const server = await connectTo(lab, { auth: new MemoryProvider(), authorize: agreeable })
    expect(server.snapshot()).toMatchObject({ state: 'ready' })
  })

  it('renews an expired token once for all calls', async () => {
    const lab = await protectedServer(era)
    const auth = new MemoryProvider()
    const server = await connectTo(lab, { auth, authorize: agreeable })
    lab.authorizationServer.grants.expireAccess()
    const calls = Array.from({ length: 10 }, (_, a) => server.call('mcp__s__add', { a, b: 1 }))
    const sums = (await Promise.all(calls)).map(({ value }) => value)
    expect(sums).toEqual(calls.map((_, a) => expect.objectContaining({ structuredContent: { sum: a + 1 } })))
    expect(lab.authorizationServer.asked('refresh_token')).toBe(1)
  })

  it('goes back to the person when the refresh token is not taken any more', async () => {
    const lab = await protectedServer(era)
    const server = await connectTo(lab, { auth: new MemoryProvider(), authorize: undefined })
    await server.authorize(agreeable)
    lab.authorizationServer.grants.revokeAll()
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ code: 'auth-required' })
    await server.reconnect()
    expect(server.snapshot().state).toBe('auth-required')
    await server.authorize(agreeable)
    expect(server.snapshot().state).toBe('ready')
  })
})
