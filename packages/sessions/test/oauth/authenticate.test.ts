import { statSync } from 'node:fs'

import { eventually, oauth } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { browser, freshStore, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

it('connecting opens no browser; authenticate() does, and the server is ready', async () => {
  const lab = await protectedServer()
  const { file, tokenStore } = freshStore()
  const { pages, openUrl } = browser()
  const opened: string[] = []
  const session = await sessionOf(
    { web: { url: lab.url } },
    { tokenStore, openUrl: (url) => (opened.push(url), openUrl(url)) },
  )
  const [before] = session.status()
  expect(before).toMatchObject({ state: 'auth-required', authorizationUrl: expect.stringContaining('/authorize?') })
  expect(opened).toEqual([])
  await session.authenticate('web')
  expect(opened).toEqual([before?.authorizationUrl])
  expect(states(session)).toEqual({ web: 'ready' })
  expect(await session.call('mcp__web__add', { a: 1, b: 2 })).toMatchObject({
    value: { structuredContent: { sum: 3 } },
  })
  await eventually('the page', () => pages.length === 1)
  expect(pages[0]).toMatch(/^200 .*<p>The answer was received \(web\)\. You can close this window\.<\/p>/s)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('a second session finds the tokens, and nobody is asked', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  const first = await sessionOf({ web: { url: lab.url } }, { tokenStore, openUrl: browser().openUrl })
  await first.authenticate('web')
  await first.close()
  const second = await sessionOf({ other: { url: lab.url } }, { tokenStore, openUrl: () => expect.unreachable() })
  expect(states(second)).toEqual({ other: 'ready' })
})

it('joins an authentication under way', async () => {
  const lab = await protectedServer()
  let opened = 0
  const { openUrl } = browser()
  const session = await sessionOf(
    { web: { url: lab.url } },
    { tokenStore: freshStore().tokenStore, openUrl: (url) => (opened++, openUrl(url)) },
  )
  await Promise.all([session.authenticate('web'), session.authenticate('web')])
  expect(opened).toBe(1)
})

it('uses another port when the registered one is taken, with a client that is registered anew', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore, openUrl: browser().openUrl })
  const { searchParams } = new URL(session.status()[0]?.authorizationUrl ?? '')
  const { port } = new URL(searchParams.get('redirect_uri') ?? '')
  const squatter = await oauth.startAuthorizationServer({ port: Number(port) })
  await session.authenticate('web')
  await squatter.close()
  expect(states(session)).toEqual({ web: 'ready' })
  expect(squatter.seen).toEqual([])
})

it('uses the given client, with its secret', async () => {
  const lab = await protectedServer()
  const { grants, seen, behaviour, issuer } = lab.authorizationServer
  behaviour.registers = false
  const { tokenStore } = freshStore()
  const client = { clientId: 'known', clientSecret: 'the-secret-of-the-client', issuer }
  const mcpServers = { web: { url: lab.url, oauth: { provider: 'acme' } } }
  const session = await sessionOf(mcpServers, {
    tokenStore,
    authProviders: { acme: client },
    openUrl: (url) => {
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      grants.clients.set('known', { id: 'known', secret: client.clientSecret, redirectUris: [redirect] })
      browser().openUrl(url)
    },
  })
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(seen.some(({ path }) => path === '/register')).toBe(false)
})

it('shows a client to no other authorization server than its own', async () => {
  const lab = await protectedServer()
  const oauthEntry = { clientId: 'known', clientSecret: 'the-secret-of-the-client', issuer: 'https://login.example' }
  const session = await sessionOf({ web: { url: lab.url, oauth: oauthEntry } }, { tokenStore: freshStore().tokenStore })
  expect(session.status()[0]).toMatchObject({ state: 'auth-required', reason: expect.stringContaining('mismatch') })
  expect(session.status()[0]?.authorizationUrl).toBeUndefined()
})

it('a provider that nobody configured is a label, and discovery decides', async () => {
  const lab = await protectedServer()
  const mcpServers = { web: { url: lab.url, oauth: { provider: 'somebody' } } }
  const session = await sessionOf(mcpServers, { tokenStore: freshStore().tokenStore, openUrl: browser().openUrl })
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
})

it('asks for configured scopes', async () => {
  const lab = await protectedServer({ scopesSupported: ['everything'] })
  const mcpServers = { web: { url: lab.url, oauth: { scopes: ['write', 'read', 'read'] } } }
  const session = await sessionOf(mcpServers, { tokenStore: freshStore().tokenStore })
  const { searchParams } = new URL(session.status()[0]?.authorizationUrl ?? '')
  expect(searchParams.get('scope')).toBe('read write')
})

it.each([
  ['enabled is false', { oauth: { enabled: false } }],
  ['an Authorization header is configured', { headers: { authorization: 'Bearer of-the-configuration' } }],
])('does nothing of it when %s', async (_, entry) => {
  const lab = await protectedServer()
  const session = await sessionOf({ web: { url: lab.url, ...entry } }, { tokenStore: freshStore().tokenStore })
  expect(session.status()[0]).toMatchObject({ state: 'auth-required' })
  expect(lab.authorizationServer.seen).toEqual([])
  await expect(session.authenticate('web')).rejects.toMatchObject({ code: 'invalid-config' })
})

it('a refusal of the person is the end of that authentication, and the next one may succeed', async () => {
  const lab = await protectedServer()
  lab.authorizationServer.behaviour.consent = 'denied'
  const { pages, openUrl } = browser()
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore: freshStore().tokenStore, openUrl })
  await expect(session.authenticate('web')).rejects.toMatchObject({ code: 'auth-required' })
  await eventually('the page', () => pages.length === 1)
  expect(pages[0]).toContain('The authorization was not given (web)')
  expect(pages[0]).not.toContain('the person said no')
  lab.authorizationServer.behaviour.consent = 'given'
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
})

it('close() ends an authentication that waits for a person', async () => {
  const lab = await protectedServer()
  let shown = (): void => {}
  const opened = new Promise<void>((resolve) => (shown = resolve))
  const session = await sessionOf(
    { web: { url: lab.url } },
    { tokenStore: freshStore().tokenStore, openUrl: () => shown() },
  )
  const [ended] = await Promise.all([
    session.authenticate('web').catch((error: unknown) => error),
    opened.then(() => session.close()),
  ])
  expect(ended).toMatchObject({ code: 'closed' })
})

it('an unknown server throws', async () => {
  const session = await sessionOf({}, { tokenStore: freshStore().tokenStore })
  await expect(session.authenticate('gone')).rejects.toMatchObject({ code: 'unknown-server' })
})

it('a server of this machine has nothing to authenticate', async () => {
  const mcpServers = { local: { command: process.execPath, args: ['-e', ''], reconnect: { enabled: false } } }
  const session = await sessionOf(mcpServers, { tokenStore: freshStore().tokenStore })
  await expect(session.authenticate('local')).rejects.toMatchObject({ code: 'invalid-config' })
})

it('authenticates nobody after close()', async () => {
  const lab = await protectedServer()
  const openUrl = (): never => expect.unreachable()
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore: freshStore().tokenStore, openUrl })
  await session.close()
  await expect(session.authenticate('web')).rejects.toMatchObject({ code: 'closed' })
})

it('the client may be the URL of a document about it', async () => {
  const lab = await protectedServer()
  const { grants, seen, behaviour } = lab.authorizationServer
  behaviour.registers = false
  behaviour.metadata = { client_id_metadata_document_supported: true }
  const clientId = 'https://harness.example/client.json'
  const session = await sessionOf(
    { web: { url: lab.url, oauth: { clientId } } },
    {
      tokenStore: freshStore().tokenStore,
      openUrl: (url) => {
        const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
        grants.clients.set(clientId, { id: clientId, secret: undefined, redirectUris: [redirect] })
        browser().openUrl(url)
      },
    },
  )
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(seen.some(({ path }) => path === '/register')).toBe(false)
})
